import type { Database } from '../../storage/database.ts';
import type { PageQuery } from '../../wire/pagination.ts';
/** A webhook as stored. Flags are 0 or 1. */
export type Webhook = {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly useBasicAuth: number;
    readonly username: string | null;
    readonly password: string | null;
    readonly enabled: number;
    readonly retryOnFailure: number;
    readonly createdAt: number;
    readonly updatedAt: number;
};
/** The webhooks of one app, and what each of them is told. */
export declare class WebhookStore {
    #private;
    /** `db` is the data file of the first app, which holds the webhooks of all apps. */
    constructor(db: Database, appId: string);
    /** Forgets what was read. To be called when a transaction is rolled back. */
    forget(): void;
    /** A webhook. */
    find(id: string): Webhook | undefined;
    /** The enabled webhooks that want a trigger. */
    wanting(trigger: string): readonly Webhook[];
    /** Every webhook, oldest first. */
    all(): readonly Webhook[];
    /** The answer with a page of the webhooks with a text in their name, oldest first. */
    page(query: PageQuery & {
        readonly searchKey?: string | undefined;
    }, json: (webhook: Webhook) => string): {
        data: string;
        meta: string;
    };
    /** The number of webhooks. */
    count(): number;
    /** Adds a webhook, or replaces the one with its id. What it is told stays. */
    put(webhook: Webhook): void;
    /** Removes a webhook with what it is told. */
    remove(id: string): void;
    /** The answer with a page of what a webhook is told, by name. */
    triggersPage(id: string, query: PageQuery, json: (trigger: string) => string): {
        data: string;
        meta: string;
    };
    /** The number of triggers that a webhook is told. */
    countTriggers(id: string): number;
    /** Tells a webhook about a trigger from now on. */
    addTrigger(id: string, trigger: string): void;
    /** Tells a webhook no longer about a trigger. */
    removeTrigger(id: string, trigger: string): void;
}
