import type { AppEvent, EventListener, Trigger } from '../events.ts';
import { DeliveryLog, Lane, type Sender } from './lane.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The webhooks of one app at work: every event goes to each webhook that wants its trigger. */
export class Webhooks implements EventListener, Disposable {
  readonly store: WebhookStore;
  readonly log = new DeliveryLog();
  readonly #sender: Omit<Sender, 'closed'>;
  readonly #lanes = new Map<string, Lane>();
  #closed = new AbortController();

  constructor(store: WebhookStore, sender: Omit<Sender, 'closed'>) {
    this.store = store;
    this.#sender = sender;
  }

  /** Drops what waits and what is known, because all data was replaced. */
  restart(): void {
    this.#closed.abort();
    this.#closed = new AbortController();
    this.#lanes.clear();
    this.log.clear();
    this.store.forget();
  }

  /** True if an enabled webhook wants events of a trigger. */
  wants(trigger: Trigger): boolean {
    return this.store.wanting(trigger).length > 0;
  }

  /** Queues an event for every webhook that wants it. */
  take(event: AppEvent): void {
    for (const { id } of this.store.wanting(event.trigger)) this.#lane(id).add(event);
  }

  #lane(id: string): Lane {
    const known = this.#lanes.get(id);
    if (known) return known;
    // Lanes of removed webhooks must not add up.
    for (const [other, { isIdle }] of this.#lanes) if (isIdle) this.#lanes.delete(other);
    const sender = { ...this.#sender, closed: this.#closed.signal };
    const lane = new Lane(id, sender, this.store, this.log);
    this.#lanes.set(id, lane);
    return lane;
  }

  /** Ends every request under way; what is waiting is not sent any more. */
  [Symbol.dispose](): void {
    this.#closed.abort();
  }
}
