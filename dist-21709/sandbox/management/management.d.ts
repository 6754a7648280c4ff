import type { ApiRoute } from '../app/route.ts';
/** The management calls. They take the headers `key` and `secret` instead of `apikey`. */
export declare const managementRoutes: readonly ApiRoute[];
