import type { App } from '../app/app.ts';
import { type ApiRoute } from '../app/route.ts';
import { type ReceiverType } from '../stores/conversation-store.ts';
/** When the app pinned the conversations with a user or of a group. Undefined if it did not. */
export declare function appPinnedAt({ db }: App, kind: ReceiverType, peer: string): number | undefined;
/** The calls about conversations that the app pins for all users. */
export declare const appPinRoutes: readonly ApiRoute[];
