import { type ApiRoute } from '../app/route.ts';
/** The calls about the auth tokens of users. */
export declare const authTokenRoutes: readonly ApiRoute[];
