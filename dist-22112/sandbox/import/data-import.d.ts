import { type ApiRoute } from '../app/route.ts';
/** The four calls of the bulk import. */
export declare const importRoutes: readonly ApiRoute[];
