import { type ApiRoute } from '../app/route.ts';
/** The calls about API keys. */
export declare const apiKeyRoutes: readonly ApiRoute[];
