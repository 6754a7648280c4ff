import { type ApiRoute } from '../app/route.ts';
/** The calls about messages that are only judged. */
export declare const moderationMessageRoutes: readonly ApiRoute[];
