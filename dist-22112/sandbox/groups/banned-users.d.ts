import { type ApiRoute } from '../app/route.ts';
/** The calls about bans from groups. */
export declare const bannedUserRoutes: readonly ApiRoute[];
