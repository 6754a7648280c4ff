import { type ApiRoute } from '../app/route.ts';
/** The calls about the use of the app. */
export declare const metricRoutes: readonly ApiRoute[];
