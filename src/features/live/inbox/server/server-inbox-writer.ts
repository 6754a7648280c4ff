import { RunError } from '../../../../errors/run-error.ts';
import type { Database } from '../../../../files/server/database.ts';
import type { System } from '../../../../system/system.ts';
import { GroupCommit } from '../group-commit.ts';
import type { InboxWriter, ReceivedEvent, Waiting } from '../inbox.ts';
import { addRows, inboxDatabase, type ServerPlace, WAITING } from './inbox-table.ts';

/** The most bytes of events in one statement. */
const BATCH_BYTES = 8 << 20;
/** Waiting events are counted again after so long, or after so many times what counting takes. */
const [COUNTED_MS, COUNTED_TIMES] = [1_000, 20];

/** Writes events into a table of the server; there may be any number of these. */
export class ServerInboxWriter implements InboxWriter {
  readonly #database: Database;
  /** A connection of its own, so that counting delays no event. */
  readonly #counting: Database;
  readonly #name: string;
  readonly #system: System;
  readonly #batches: GroupCommit<readonly ReceivedEvent[]>;
  #counted: Waiting = { events: 0, bytes: 0 };
  #countAt = Number.NEGATIVE_INFINITY;
  #count: Promise<void> | undefined;

  private constructor(database: Database, counting: Database, name: string, system: System) {
    this.#database = database;
    this.#counting = counting;
    this.#name = name;
    this.#system = system;
    this.#batches = new GroupCommit(
      (items) => this.#commit(items.flat()),
      (events) => events.reduce((sum, { body }) => sum + body.length, 0),
      BATCH_BYTES,
    );
  }

  /** @throws RunError `STATE.SERVER_*` */
  static async open(place: ServerPlace, system: System): Promise<ServerInboxWriter> {
    await using opening = new AsyncDisposableStack();
    const database = opening.use(await inboxDatabase(place, system.clock));
    const counting = opening.use(await inboxDatabase(place, system.clock));
    const writer = new ServerInboxWriter(database, counting, place.name, system);
    await writer.#countNow();
    opening.move();
    return writer;
  }

  async add(events: readonly ReceivedEvent[]): Promise<void> {
    if (events.length > 0) await this.#batches.add(events);
  }

  async #commit(events: readonly ReceivedEvent[]): Promise<void> {
    try {
      await addRows(this.#database, this.#name, events);
    } catch (error) {
      throw new RunError('STATE.UNWRITABLE', `the inbox cannot be written: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  waiting(): Waiting {
    const isDue = this.#system.clock.elapsed() >= this.#countAt;
    if (isDue) this.#count ??= this.#countNow().catch(() => {});
    return this.#counted;
  }

  async #countNow(): Promise<void> {
    const from = this.#system.clock.elapsed();
    try {
      const rows = await this.#counting.rows(WAITING, [this.#name]);
      const sum = (column: string): number => rows.reduce((all, row) => all + Number(row[column]), 0);
      this.#counted = { events: sum('events'), bytes: sum('bytes') };
    } finally {
      const now = this.#system.clock.elapsed();
      this.#countAt = now + Math.max(COUNTED_MS, COUNTED_TIMES * (now - from));
      this.#count = undefined;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#batches.idle();
    await this.#count;
    await this.#database[Symbol.asyncDispose]();
    await this.#counting[Symbol.asyncDispose]();
  }
}
