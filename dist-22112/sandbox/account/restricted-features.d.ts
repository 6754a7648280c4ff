import { type ApiRoute } from '../app/route.ts';
/** The calls about features that are restricted for a role. */
export declare const restrictedFeatureRoutes: readonly ApiRoute[];
