import { type ApiRoute } from '../app/route.ts';
/** The calls about triggers. */
export declare const triggerRoutes: readonly ApiRoute[];
