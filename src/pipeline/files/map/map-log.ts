import type { DatabaseSync } from 'node:sqlite';
import { asRunError, RunError } from '../../../errors/run-error.ts';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import type { KeptBytes, OpenLog } from '../../../files/state/state-store.ts';
import { LogSync } from '../../../ledger/log/log-sync.ts';
import {
  END_BYTES,
  endsWith,
  MAP_START,
  MAP_VERSION,
  type MapPlace,
  type MapRecord,
  mapLine,
  mapRecordOf,
  syncedAt,
  wholeLines,
} from './map-record.ts';

/** The most bytes of a line; a longer one was not written by us. */
export const LINE_BYTES_MAX = 1 << 20;

const MAP = 'the map of copied files';

/** A record of the log, and the place after it. */
export type MapLine<Kind extends object = MapRecord> = { readonly record: Kind; readonly place: MapPlace };

/** The records of a log from a place on, until the first line that is not whole. */
export function* mapLogLines<Kind extends object = MapRecord>(
  log: KeptBytes,
  from: MapPlace,
): Generator<MapLine<Kind>> {
  const piece = Buffer.alloc(LINE_BYTES_MAX);
  for (let place = from; ; ) {
    const begin = place.at;
    for (const { line, end } of wholeLines(piece.subarray(0, log.read(piece, begin)))) {
      const found = mapRecordOf<Kind>(line, place.crc);
      if (!found) return;
      place = { at: begin + end, crc: found.crc };
      yield { record: found.record, place };
    }
    if (place.at === begin) return;
  }
}

/** True if a log has a place: what comes before it is what was read when the place was kept. */
export function hasPlace(log: KeptBytes, place: MapPlace): boolean {
  if (place.at === 0) return true;
  if (place.at > log.bytes || place.at < END_BYTES) return false;
  const bytes = Buffer.alloc(END_BYTES);
  return log.read(bytes, place.at - END_BYTES) === END_BYTES && endsWith(bytes, place);
}

/**
 * Checks that what follows the last whole line of a log is what a kill or a power cut has left: no line after it was written
 * when these bytes were sure.
 * @throws RunError `STATE.CORRUPT`
 */
export function requireTorn(log: KeptBytes, { at }: MapPlace, path: string, what = MAP): void {
  const piece = Buffer.alloc(LINE_BYTES_MAX);
  for (let from = at; from < log.bytes; ) {
    const bytes = piece.subarray(0, log.read(piece, from));
    let done = 0;
    for (const { line, end } of wholeLines(bytes)) {
      done = end;
      if ((syncedAt(line) ?? 0) > at) throw damaged(path, at, what);
    }
    if (bytes.length === 0) return;
    from += done || bytes.length;
  }
}

/** @throws RunError `STATE.CORRUPT` if a log does not begin as one of a known version */
export function requireHead(record: MapRecord, path: string): void {
  if (record.is !== 'map' || record.version !== MAP_VERSION) throw damaged(path, 0);
}

/** The error of a log that is not as it was written. @param what it is, in a sentence */
export const damaged = (path: string, byte: number, what = MAP): RunError =>
  new RunError('STATE.CORRUPT', `${what} ${path} is damaged at byte ${byte}, or is none`, {
    where: { file: path, byte },
  });

/** A log of checked lines, open to be written: they are only added. That of the map is one. */
export class MapLog<Kind extends object = MapRecord> {
  readonly #store: OpenLog;
  readonly #path: string;
  readonly #what: string;
  readonly #sync: LogSync<number>;
  #end: MapPlace;

  /**
   * @param end the place after its last whole line; what follows is cut off
   * @param head its first line
   * @param what it is, for errors
   * @throws RunError `STATE.UNWRITABLE`
   */
  constructor(store: OpenLog, path: string, end: MapPlace, head: Kind, what = MAP) {
    this.#store = store;
    this.#path = path;
    this.#what = what;
    this.#end = end;
    this.#sync = new LogSync(
      async () => await store.sync(),
      () => this.#end.at,
      0,
    );
    this.#writing(() => {
      if (store.bytes > end.at) store.truncate(end.at);
    });
    if (end.at === MAP_START.at) this.append(head);
  }

  get end(): MapPlace {
    return this.#end;
  }

  /**
   * Writes a record: it survives a kill at once, and a power cut after `sync`.
   * @throws RunError `STATE.UNWRITABLE`
   */
  append(record: Kind): MapPlace {
    this.#sync.assertSound();
    const { bytes, crc } = mapLine(record, this.#end.crc, this.#sync.synced);
    this.#writing(() => this.#store.write(bytes, this.#end.at));
    this.#end = { at: this.#end.at + bytes.length, crc };
    return this.#end;
  }

  /** Resolves once all that was appended survives a power cut. @throws RunError `STATE.UNWRITABLE` */
  async sync(): Promise<void> {
    if (this.#sync.synced >= this.#end.at) return;
    try {
      await this.#sync.now();
    } catch (error) {
      throw this.#unwritable(error);
    }
  }

  #writing(write: () => void): void {
    try {
      write();
    } catch (error) {
      throw this.#unwritable(error);
    }
  }

  #unwritable(error: unknown): RunError {
    const message = `${this.#what} ${this.#path} cannot be written: ${(error as Error).message}`;
    return asRunError(error, 'STATE.UNWRITABLE', message);
  }

  /** Closes it once no sync is under way. */
  async close(): Promise<void> {
    await this.#sync.idle();
    this.#store[Symbol.dispose]();
  }
}

/** Tables of an index, and their version: another version makes it anew. */
export type IndexForm = { readonly version: number; readonly tables: string };

/** A log as SQLite tables. They are made of the log: whatever is in them can be made again. */
export abstract class LogIndex<LogRecord> implements Disposable {
  protected readonly db: DatabaseSync;
  protected readonly statements: PreparedStatements;
  #place: MapPlace;

  constructor(db: DatabaseSync, place: MapPlace) {
    this.db = db;
    this.statements = new PreparedStatements(db);
    this.#place = place;
  }

  /** The place of the log up to which the tables have it. */
  get place(): MapPlace {
    return this.#place;
  }

  exec(sql: string): void {
    this.db.exec(sql);
  }

  /** Records in the tables up to which place they have the log. */
  save(): void {
    this.statements.run(
      "INSERT OR REPLACE INTO meta (name, value) VALUES ('place', ?)",
      JSON.stringify(this.#place),
    );
  }

  /** Adds a record of the log. @param place after it */
  apply(record: LogRecord, place: MapPlace): void {
    this.write(record);
    this.#place = place;
  }

  /** Writes a record into the tables. */
  protected abstract write(record: LogRecord): void;

  [Symbol.dispose](): void {
    this.db.close();
  }
}

/** Makes the tables of an index in an empty database; returns the place of the log up to which they have it. */
export function beginTables(db: DatabaseSync, { version, tables }: IndexForm): MapPlace {
  db.exec(`PRAGMA user_version = ${version}`);
  db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID, STRICT');
  db.exec(tables);
  return MAP_START;
}

/** The place up to which the tables in a database have the log; undefined if they are none of this version. */
export function placeInTables(db: DatabaseSync, { version }: IndexForm): MapPlace | undefined {
  const [found] = Object.values(db.prepare('PRAGMA user_version').get() ?? {});
  if (found !== version) return undefined;
  const place = db.prepare("SELECT value FROM meta WHERE name = 'place'").get();
  return place && (JSON.parse(String(place['value'])) as MapPlace);
}
