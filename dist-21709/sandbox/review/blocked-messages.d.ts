import { type ApiRoute } from '../app/route.ts';
/** The calls about blocked messages and those that were reviewed. */
export declare const blockedMessageRoutes: readonly ApiRoute[];
