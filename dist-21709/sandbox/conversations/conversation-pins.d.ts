import { type ApiRoute } from '../app/route.ts';
/** The calls that pin conversations. */
export declare const pinRoutes: readonly ApiRoute[];
