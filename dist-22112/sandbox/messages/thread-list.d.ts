import { type ApiRoute } from '../app/route.ts';
/** The list of threads. */
export declare const threadListRoutes: readonly ApiRoute[];
