import type { ApiRoute } from '../app/route.ts';
/** The calls about push tokens. */
export declare const pushTokenRoutes: readonly ApiRoute[];
