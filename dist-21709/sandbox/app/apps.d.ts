import { type App, type AppSettings } from './app.ts';
import { Webhooks } from './webhooks/webhooks.ts';
/** An app as the management API lists it. */
export type AppEntry = {
    readonly appId: string;
    readonly name: string;
    readonly region: string;
    readonly createdAt: number;
};
/** An open app, and its webhooks at work. */
export type OpenApp = {
    readonly app: App;
    readonly webhooks: Webhooks;
};
/** Throws a SandboxError for what is no id of an app. */
export declare function checkAppId(appId: string): void;
/** An id for a new app. */
export declare const randomAppId: () => string;
/** The app that a request addresses, and whether it addresses the calls host. */
export type Addressed = {
    readonly app: App | undefined;
    readonly calls: boolean;
};
/**
 * The apps of a sandbox. The first app uses the main data file. Each further app has its own data file beside the
 * keys, so no app can see another's rows.
 */
export declare class Apps implements Disposable {
    #private;
    /** `folder` holds the data and keys of further apps. Existing apps are opened. */
    constructor(main: App, mainEntry: AppEntry, folder: string, settings: AppSettings);
    /** Every app, beginning with the first. */
    list(): readonly AppEntry[];
    /** Creates an app in the region of the first app unless it exists. Throws a SandboxError for an invalid id. */
    provide(appId: string): void;
    /** Creates an app with a random id, within a transaction of the first app. */
    create(name: string, region: string): AppEntry;
    /**
     * Removes an app with its data, keys and webhooks, once the transaction of the first app that this is part of is
     * stored. The first app holds the others, so it is refused.
     */
    remove(appId: string): void;
    /** An app by its id. Throws AUTH_ERR_INVALID_APPID for an unknown app. */
    find(appId: string): OpenApp;
    /**
     * The app that a request names by its host or its `appid` header. Undefined if it names none, as on 127.0.0.1:
     * the key decides then. Throws AUTH_ERR_INVALID_APPID for an unknown app, and for a host of another region.
     */
    addressed(headers: Readonly<Record<string, string | string[] | undefined>>): Addressed;
    /** The app that a key belongs to, or the first app for an unknown key. */
    ofKey(apiKey: string): App;
    /** The id of one of the apps. */
    idOf(app: App): string;
    /** The app in the main data file. */
    get main(): App;
    [Symbol.dispose](): void;
}
