import type { Database, DatabaseRow } from '../../../files/server/database.ts';
import type { Clock } from '../../../system/clock.ts';
import {
  DOCUMENTS_BELOW,
  liveDatabase,
  prepareLiveTable,
  READ_DOCUMENT,
  REMOVE_DOCUMENT,
  REMOVE_OLD,
  SAVE_DOCUMENT,
  SETTLE_DOCUMENT,
} from './live-table.ts';
import type { SharedDocuments, SharedPlace } from './shared-documents.ts';

type ServerPlace = NonNullable<SharedPlace['server']>;

/** For so long a statement is given again while the server cannot be reached: it may start again. Milliseconds. */
const PATIENCE_MS = 10_000;

/** A document with its times by the clock of the server, milliseconds since 1970. */
export type TimedDocument = {
  readonly text: string;
  /** When it was made, when it was written last, and what time it is now. */
  readonly since: number;
  readonly at: number;
  readonly now: number;
};

/** Documents in a table of the server of a state. */
export class ServerDocuments implements SharedDocuments {
  readonly #database: Database;
  readonly #pipeline: string;
  readonly #clock: Clock;

  private constructor(database: Database, pipeline: string, clock: Clock) {
    this.#database = database;
    this.#pipeline = pipeline;
    this.#clock = clock;
  }

  /** @throws RunError `STATE.SERVER_*` */
  static async open(place: ServerPlace, clock: Clock): Promise<ServerDocuments> {
    await using opening = new AsyncDisposableStack();
    const database = opening.use(liveDatabase(place, clock));
    await prepareLiveTable(database);
    opening.move();
    return new ServerDocuments(database, place.name, clock);
  }

  async read(name: string): Promise<string | undefined> {
    const [found] = await this.#rows(READ_DOCUMENT, [name]);
    return found && String(found['document']);
  }

  async save(name: string, text: string): Promise<void> {
    await this.#rows(SAVE_DOCUMENT, [name, text], PATIENCE_MS);
  }

  async settle(name: string, before: string | undefined, text: string): Promise<string> {
    await this.#rows(SETTLE_DOCUMENT, [name, text, before ?? null], PATIENCE_MS);
    return (await this.read(name)) ?? text;
  }

  async remove(name: string): Promise<void> {
    await this.#rows(REMOVE_DOCUMENT, [name]);
  }

  /** Documents whose names begin alike, the oldest first. @throws RunError `STATE.SERVER_*` */
  async below(prefix: string): Promise<readonly TimedDocument[]> {
    const rows = await this.#rows(DOCUMENTS_BELOW, [prefix]);
    return rows.map(({ document, since, at, now }) => ({
      text: String(document),
      since: Number(since),
      at: Number(at),
      now: Number(now),
    }));
  }

  /** Removes documents whose names begin alike and that were written long ago; the last one stays. @throws RunError `STATE.SERVER_*` */
  async removeOld(prefix: string, olderMs: number): Promise<void> {
    await this.#rows(REMOVE_OLD, [prefix, olderMs]);
  }

  #rows(sql: string, values: readonly unknown[], patienceMs = 0): Promise<readonly DatabaseRow[]> {
    return this.#database.rows(sql, [this.#pipeline, ...values], this.#clock.elapsed() + patienceMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#database[Symbol.asyncDispose]();
  }
}
