import type { App } from '../app/app.ts';
/** A user as an event shows it. `extra` adds members. */
export declare function userNow({ users }: App, uid: string, ...extra: readonly string[]): string;
/** Users as an event shows them, by uid. */
export declare const usersNow: (app: App, uids: readonly string[]) => string;
/** Publishes that `by` has blocked or unblocked users. Without any, nothing has happened. */
export declare function publishBlocks(app: App, trigger: 'user_blocked' | 'user_unblocked', by: string, uids: readonly string[]): void;
