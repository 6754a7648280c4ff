import type { Database } from '../storage/database.ts';

/** The numbers of rows in the sandbox. */
export type ViewCounts = {
  readonly users: number;
  readonly groups: number;
  readonly members: number;
  readonly messages: number;
  readonly conversations: number;
};

/** A count waits this many times as long as it took before it is repeated: after 20 ms of counting, one second. */
const SHARE = 50;
/** The same for counting all messages, which only finds removals. */
const WHOLE_SHARE = 1000;
/** The shortest time between two counts of all messages. */
const WHOLE_EVERY_MS = 10_000;

/**
 * Counts for a page that asks every second while an import runs. New messages are counted by their ids, so a
 * request costs only what was added since the last. Everything else is counted again, as often as it is cheap.
 */
export class Counters {
  readonly #db: Database;
  readonly #clock: () => number;
  readonly #tables: readonly Timed[];
  readonly #messages: Timed;
  #lastId = 0;
  #added = 0;

  /** `clock` gives milliseconds and never goes back. */
  constructor(db: Database, clock: () => number = () => performance.now()) {
    this.#db = db;
    this.#clock = clock;
    this.#tables = [
      'users',
      'groups',
      // Bans are rows too, but no memberships.
      'members WHERE is_banned = 0',
      'conversations',
    ].map((from) => new Timed(() => this.#count(from), SHARE, 0));
    this.#messages = new Timed(() => this.#recount(), WHOLE_SHARE, WHOLE_EVERY_MS);
  }

  /** The present counts. Counts of big tables may be as old as fifty times the time to count them. */
  read(): ViewCounts {
    this.#db.settle();
    const [users = 0, groups = 0, members = 0, conversations = 0] = this.#tables.map((one) =>
      one.value(this.#clock),
    );
    const known = this.#messages.value(this.#clock);
    this.#added += this.#countNew();
    return { users, groups, members, messages: known + this.#added, conversations };
  }

  #count(from: string, ...params: readonly number[]): number {
    return this.#db.get<{ total: number }>(`SELECT count(*) AS total FROM ${from}`, ...params)?.total ?? 0;
  }

  #recount(): number {
    this.#lastId = this.#maxId();
    this.#added = 0;
    return this.#count('messages');
  }

  #countNew(): number {
    const from = this.#lastId;
    this.#lastId = this.#maxId();
    return this.#lastId > from ? this.#count('messages WHERE id > ? AND id <= ?', from, this.#lastId) : 0;
  }

  #maxId(): number {
    return this.#db.get<{ id: number | null }>('SELECT max(id) AS id FROM messages')?.id ?? 0;
  }
}

/** A number that is measured again only after a multiple of the time that measuring took. */
class Timed {
  readonly #measure: () => number;
  readonly #share: number;
  readonly #everyMs: number;
  #known = 0;
  #dueAt = Number.NEGATIVE_INFINITY;

  constructor(measure: () => number, share: number, everyMs: number) {
    this.#measure = measure;
    this.#share = share;
    this.#everyMs = everyMs;
  }

  value(clock: () => number): number {
    const start = clock();
    if (start < this.#dueAt) return this.#known;
    this.#known = this.#measure();
    const end = clock();
    this.#dueAt = end + Math.max(this.#everyMs, (end - start) * this.#share);
    return this.#known;
  }
}
