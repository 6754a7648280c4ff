import type { ApiRoute } from './app/route.ts';
/** The whole API. A call exists if and only if one of these tables lists it. */
export declare const ROUTES: readonly ApiRoute[];
