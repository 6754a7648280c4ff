import { type ApiRoute } from '../app/route.ts';
/** The calls about reactions. */
export declare const reactionRoutes: readonly ApiRoute[];
