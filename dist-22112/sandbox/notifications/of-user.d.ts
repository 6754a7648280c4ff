import type { ApiRoute } from '../app/route.ts';
/** The calls about what the service knows of a user for notifications, besides its choices. */
export declare const ofUserRoutes: readonly ApiRoute[];
