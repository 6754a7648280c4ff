import type { ApiRoute } from '../app/route.ts';
/** The calls about agents of other frameworks. */
export declare const ownAgentRoutes: readonly ApiRoute[];
