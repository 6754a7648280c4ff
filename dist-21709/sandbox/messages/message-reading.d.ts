import { type ApiRoute } from '../app/route.ts';
/** The calls that read messages. */
export declare const readingRoutes: readonly ApiRoute[];
