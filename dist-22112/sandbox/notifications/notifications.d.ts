import type { ApiRoute } from '../app/route.ts';
/** The calls about notifications. What they set is kept and answered; the sandbox never notifies anybody. */
export declare const notificationRoutes: readonly ApiRoute[];
