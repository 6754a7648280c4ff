import type { App } from '../app/app.ts';
import { type ApiRoute, type PathCall } from '../app/route.ts';
import { type User } from '../stores/user-store.ts';
/** The active user that the path names. */
export declare function userInPath(call: PathCall): User;
/** Documented: bots get no auth tokens. Who is a bot is a switch; without it nobody is known to be one. */
export declare function checkNoBot({ quirks, users }: App, uid: string): void;
/** The calls about users. */
export declare const userRoutes: readonly ApiRoute[];
