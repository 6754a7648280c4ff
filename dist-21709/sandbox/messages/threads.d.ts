import { type ApiRoute } from '../app/route.ts';
/** The calls about threads. */
export declare const threadRoutes: readonly ApiRoute[];
