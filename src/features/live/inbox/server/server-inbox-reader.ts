import { cannotWrite } from '../../../../errors/run-error.ts';
import type { Database, DatabaseRow } from '../../../../files/server/database.ts';
import type { System } from '../../../../system/system.ts';
import type { Side } from '../../side.ts';
import type { InboxEvent, InboxReader, Waiting } from '../inbox.ts';
import { TAKEN_BYTES_MAX } from '../side-reader.ts';
import {
  CLEAN,
  EVENTS_DONE,
  eventOfRow,
  FIND_EVENTS,
  inboxDatabase,
  NEXT_EVENTS,
  type ServerPlace,
  WAITING,
} from './inbox-table.ts';

/** Waiting events are counted again after so many times what counting takes: at once, while there are few. */
const COUNTED_TIMES = 20;
/** Counting that takes no longer than this is done whenever it is asked for, milliseconds. */
const COUNTING_MS = 20;

/** For so long a statement is given again while the server cannot be reached: it may start again. Milliseconds. */
const PATIENCE_MS = 10_000;

type Counted = Waiting & { readonly oldest: number };

/** Takes events out of a table of the server. */
export class ServerInboxReader implements InboxReader {
  readonly #database: Database;
  readonly #name: string;
  readonly #keepMs: number;
  readonly #system: System;
  #counted: Partial<Record<Side, Counted>> = {};
  #countAt = Number.NEGATIVE_INFINITY;

  private constructor(database: Database, name: string, keepMs: number, system: System) {
    this.#database = database;
    this.#name = name;
    this.#keepMs = keepMs;
    this.#system = system;
  }

  /** @throws RunError `STATE.SERVER_*` */
  static async open(place: ServerPlace, keepMs: number, system: System): Promise<ServerInboxReader> {
    const database = await inboxDatabase(place, system.clock);
    const reader = new ServerInboxReader(database, place.name, keepMs, system);
    await reader.#count();
    return reader;
  }

  async take(side: Side, most: number, taken: ReadonlySet<number>): Promise<readonly InboxEvent[]> {
    const next = await this.#rows(NEXT_EVENTS, [this.#name, side, [...taken], most]);
    let bytes = 0;
    const few = next.filter((row, index) => {
      bytes += Number(row['bytes']);
      return index === 0 || bytes <= TAKEN_BYTES_MAX;
    });
    const seqs = few.map(({ seq }) => seq);
    const rows = seqs.length > 0 ? await this.#rows(FIND_EVENTS, [this.#name, side, seqs]) : [];
    // Whoever takes all there is wants to know whether that was all.
    if (next.length < most) this.#countAt = Number.NEGATIVE_INFINITY;
    await this.#count();
    return rows.map(eventOfRow);
  }

  async find(side: Side, seq: number): Promise<InboxEvent | undefined> {
    const [row] = await this.#rows(FIND_EVENTS, [this.#name, side, [seq]]);
    return row && eventOfRow(row);
  }

  async done(side: Side, seqs: readonly number[]): Promise<void> {
    if (seqs.length === 0) return;
    try {
      await this.#rows(EVENTS_DONE, [this.#name, side, seqs]);
    } catch (error) {
      throw cannotWrite(error, 'what is done of the inbox');
    }
    await this.#count();
  }

  waiting(side: Side): Waiting {
    const { events, bytes } = this.#counted[side] ?? { events: 0, bytes: 0 };
    return { events, bytes };
  }

  oldest(side: Side): number | undefined {
    return this.#counted[side]?.oldest;
  }

  async clean(): Promise<void> {
    await this.#rows(CLEAN, [this.#name, this.#system.clock.now() - this.#keepMs]);
  }

  #rows(sql: string, values: readonly unknown[]): Promise<readonly DatabaseRow[]> {
    return this.#database.rows(sql, values, this.#system.clock.elapsed() + PATIENCE_MS);
  }

  async #count(): Promise<void> {
    const { clock } = this.#system;
    const from = clock.elapsed();
    if (from < this.#countAt) return;
    const rows = await this.#rows(WAITING, [this.#name]);
    const counted = rows.map((row) => {
      const [events, bytes, oldest] = ['events', 'bytes', 'oldest'].map((name) => Number(row[name]));
      return [String(row['side']), { events, bytes, oldest }];
    });
    this.#counted = Object.fromEntries(counted) as Partial<Record<Side, Counted>>;
    const now = clock.elapsed();
    this.#countAt = now - from > COUNTING_MS ? now + COUNTED_TIMES * (now - from) : now;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}
