import { type ApiRoute } from '../app/route.ts';
/** The calls that mark messages: pinned, saved, interacted with. */
export declare const markRoutes: readonly ApiRoute[];
