import { type ApiRoute } from '../app/route.ts';
/** The calls about friends. */
export declare const friendRoutes: readonly ApiRoute[];
