import type { AppEvent, EventListener, Trigger } from '../events.ts';
import { DeliveryLog, type Sender } from './lane.ts';
import type { WebhookStore } from './webhook-store.ts';
/** The webhooks of one app at work: every event goes to each webhook that wants its trigger. */
export declare class Webhooks implements EventListener, Disposable {
    #private;
    readonly store: WebhookStore;
    readonly log: DeliveryLog;
    constructor(store: WebhookStore, sender: Omit<Sender, 'closed'>);
    /** True if an enabled webhook wants events of a trigger. */
    wants(trigger: Trigger): boolean;
    /** Queues an event for every webhook that wants it. */
    take(event: AppEvent): void;
    /** Ends every request under way; what is waiting is not sent any more. */
    [Symbol.dispose](): void;
}
