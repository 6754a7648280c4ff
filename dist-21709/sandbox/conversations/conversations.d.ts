import { type ApiRoute } from '../app/route.ts';
/** The calls about conversations. */
export declare const conversationRoutes: readonly ApiRoute[];
