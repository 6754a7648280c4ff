import { type ApiRoute } from '../app/route.ts';
/** The calls that describe the API in `routes`. They need no key and have no rate limit. */
export declare function documentRoutes(routes: readonly ApiRoute[]): readonly ApiRoute[];
