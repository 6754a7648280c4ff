import { type ApiRoute } from '../app/route.ts';
/** The calls that change messages. */
export declare const messageChangingRoutes: readonly ApiRoute[];
