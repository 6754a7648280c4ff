import { type App } from '../app/app.ts';
import type { Webhooks } from '../app/webhooks/webhooks.ts';
import type { Database } from '../storage/database.ts';
import { type HttpRequest, type Reply } from './responder.ts';
/** Parts of the sandbox that the view needs. */
export type ViewOptions = {
    readonly app: App;
    readonly webhooks: Webhooks;
    readonly token: string;
    /** The address that the sandbox listens on. */
    readonly host: string;
    /** Properties of the app that the page shows besides its data. */
    readonly identity: {
        readonly appId: string;
        readonly region: string;
    };
    /** Answers a GET call of the API without a key and without rate limits. */
    readonly read: (request: HttpRequest) => Reply;
};
/** Answers the requests of the web view. Undefined for all others. */
export type View = (request: HttpRequest) => Reply | undefined;
/** Opens the web view: the page at `/`, its files and counts below `/view/`, and API calls with its token. */
export declare function openView(options: ViewOptions): View;
/** The numbers of rows in the sandbox. */
type ViewCounts = {
    readonly users: number;
    readonly groups: number;
    readonly members: number;
    readonly messages: number;
    readonly conversations: number;
};
/**
 * Counts for a page that asks every second while an import runs. New messages are counted by their ids, so a
 * request costs only what was added since the last. Everything else is counted again, as often as it is cheap.
 */
export declare class Counters {
    #private;
    /** `clock` gives milliseconds and never goes back. */
    constructor(db: Database, clock?: () => number);
    /** The present counts. Counts of big tables may be as old as fifty times the time to count them. */
    read(): ViewCounts;
}
/** The secret that lets a browser read this sandbox's data, and the file (0600) that holds it. */
type ViewToken = {
    readonly token: string;
    readonly file: string;
};
/** Creates the view token on the first start. Later it stays the same, in the data file and in `folder`. */
export declare function provideViewToken(app: App, folder: string): ViewToken;
export {};
