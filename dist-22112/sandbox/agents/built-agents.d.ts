import type { ApiRoute } from '../app/route.ts';
/** The calls about agents made of instructions. */
export declare const builtAgentRoutes: readonly ApiRoute[];
