import { type ApiRoute } from '../app/route.ts';
/** The calls about call records. */
export declare const callRoutes: readonly ApiRoute[];
