/** Outcome of one event for one webhook, with its last try. */
export type Delivery = {
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
export type LastTry = Partial<Omit<Delivery, 'at' | 'trigger' | 'webhook'>>;

/** The most deliveries that are remembered; the oldest one is forgotten first. */
const ENTRIES_MAX = 500;

/** The last deliveries of one app, in memory only. */
export class DeliveryLog {
  readonly #entries = new Map<number, Delivery>();
  #nextId = 1;

  /** Adds a delivery and returns its number. */
  add(delivery: Delivery): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#entries.set(id, delivery);
    if (id > ENTRIES_MAX) this.#entries.delete(id - ENTRIES_MAX);
    return id;
  }

  /** Replaces what is known about the last try of a delivery, unless it is forgotten. */
  change(id: number, lastTry: LastTry): void {
    const known = this.#entries.get(id);
    if (!known) return;
    const { at, trigger, webhook, state, tries } = known;
    this.#entries.set(id, { at, trigger, webhook, state, tries, ...lastTry });
  }

  /** The deliveries, newest first: of one webhook, or of all. */
  list(webhook?: string): readonly Delivery[] {
    const all = [...this.#entries.values()].reverse();
    return webhook === undefined ? all : all.filter((one) => one.webhook === webhook);
  }
}
