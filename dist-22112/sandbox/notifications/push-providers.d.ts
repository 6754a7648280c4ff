import type { App } from '../app/app.ts';
import type { ApiRoute } from '../app/route.ts';
/** The two push services. */
export type PushKind = 'fcm' | 'apns';
/** The id of the provider that tokens without one use. Undefined if none was made the default. */
export declare function defaultProvider({ db }: App, kind: PushKind): string | undefined;
/** The calls about providers of pushes. */
export declare const pushProviderRoutes: readonly ApiRoute[];
/** The calls about providers of which an app has at most one. */
export declare const singleProviderRoutes: readonly ApiRoute[];
