import { type ApiRoute } from '../app/route.ts';
/** The calls about extensions. */
export declare const extensionRoutes: readonly ApiRoute[];
