import type { AppEvent } from '../events.ts';
import { type Network } from './receiver.ts';
import type { WebhookStore } from './webhook-store.ts';
/** Outcome of one event for one webhook, with its last try. */
type Delivery = {
    /** When the event happened, milliseconds since the epoch. */
    readonly at: number;
    readonly trigger: string;
    readonly webhook: string;
    /** waiting: for its turn or its next try. dropped: not sent, or not sent again. */
    readonly state: 'waiting' | 'delivered' | 'failed' | 'dropped';
    readonly tries: number;
    /** The HTTP status of the last answer. */
    readonly status?: number;
    /** Duration of the last try, milliseconds. */
    readonly durationMs?: number;
    /** Why it was not delivered. */
    readonly error?: string;
};
/** Members of a delivery that its last try changes. */
type LastTry = Partial<Omit<Delivery, 'at' | 'trigger' | 'webhook'>>;
/** The last deliveries of one app, in memory only. */
export declare class DeliveryLog {
    #private;
    /** Adds a delivery and returns its number. */
    add(delivery: Delivery): number;
    /** Replaces what is known about the last try of a delivery, unless it is forgotten. */
    change(id: number, lastTry: LastTry): void;
    /** The deliveries, newest first: of one webhook, or of all. */
    list(webhook?: string): readonly Delivery[];
}
/** Means of sending that all webhooks of an app share. */
export type Sender = {
    readonly appId: string;
    readonly region: string;
    /** Milliseconds since the epoch. */
    readonly clock: () => number;
    /** Wait before each further try, milliseconds. */
    readonly retriesMs: readonly number[];
    readonly network: Network;
    /** Aborts when the app is closed. */
    readonly closed: AbortSignal;
};
/** The way to one webhook: its events are sent one after the other, in the order in which they happened. */
export declare class Lane {
    #private;
    constructor(id: string, sender: Sender, store: WebhookStore, log: DeliveryLog);
    /** Queues an event. Returns at once. */
    add(event: AppEvent): void;
    /** True if nothing waits for its turn or for another try. */
    get isIdle(): boolean;
}
export {};
