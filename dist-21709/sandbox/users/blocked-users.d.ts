import { type ApiRoute } from '../app/route.ts';
/** The calls about blocked users. */
export declare const blockedUserRoutes: readonly ApiRoute[];
