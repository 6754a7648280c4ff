import { type ApiRoute } from '../app/route.ts';
/** The calls about flagged messages. */
export declare const flaggedMessageRoutes: readonly ApiRoute[];
