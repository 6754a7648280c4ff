import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { asRunError, RunError } from '../../errors/run-error.ts';
import { isDamage, requireSound } from '../../files/database-damage.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
import { type EntryOrigin, entryOf, isUnreached, type LedgerEntry, ORIGINS, UNCERTAIN } from '../entry.ts';
import type { LedgerLog, LogEnd } from '../log/ledger-log.ts';
import { LEAVING } from '../marks.ts';
import { BlockApplier } from './apply-block.ts';
import { INDEX_VERSION } from './older-version.ts';
import { removeIndex } from './remove-index.ts';

/** A larger file takes too long to be checked as a whole whenever it is opened. */
const CHECKED_BYTES_MAX = 8 << 20;
/** The file is locked: by a process whose lock of the state was removed while it was there. */
const SQLITE_BUSY = 5;
/** Rows that are brought up to date in one transaction. */
const ROWS_MAX = 50_000;

type Found = Readonly<Record<string, SQLOutputValue>>;

/** Part of a log that an index has. */
type Applied = Pick<LogEnd, 'last' | 'end' | 'crc'>;

/**
 * An index of a log: its rows as SQLite tables, by number and by key. A cache: it is opened, and brought up to date, when
 * the first question comes, and before each one that follows. A file that does not fit the log, or is damaged, is deleted
 * and made anew; so nothing is lost with it.
 */
export class LedgerIndex implements Disposable {
  readonly #path: string;
  readonly #log: LedgerLog;
  readonly #files: Files;
  #db: DatabaseSync | undefined;
  readonly #statements = new Map<string, StatementSync>();
  #applier: BlockApplier | undefined;
  #applied: Applied = { last: 0, end: 0, crc: 0 };

  /** @param path of the file, created with mode 0600 when it is needed; `:memory:` keeps it in memory */
  constructor(path: string, log: LedgerLog, files: Files) {
    this.#path = path;
    this.#log = log;
    this.#files = files;
  }

  /**
   * The rows that a query finds.
   * @throws RunError `STATE.CORRUPT` if the log is damaged, `STATE.UNWRITABLE`, `STATE.LOCKED`
   */
  all(sql: string, ...values: SQLInputValue[]): Found[] {
    return this.#ask(() => this.#statement(sql).all(...values));
  }

  /** The first row that a query finds. */
  get(sql: string, ...values: SQLInputValue[]): Found | undefined {
    return this.#ask(() => this.#statement(sql).get(...values));
  }

  #ask<T>(question: () => T, rowsMax = Number.POSITIVE_INFINITY): T {
    try {
      this.#catchUp(rowsMax);
      return question();
    } catch (error) {
      if (!isDamage(error)) throw this.#named(error);
    }
    this.#discard();
    try {
      this.#catchUp(rowsMax);
      return question();
    } catch (error) {
      throw this.#named(error);
    }
  }

  #named(error: unknown): unknown {
    if (error instanceof RunError) return error;
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY)
      return new RunError('STATE.LOCKED', `another process has the index of the ledger ${this.#path} open`, {
        cause: error,
      });
    const message = `the index of the ledger ${this.#path} cannot be written: ${(error as Error).message}`;
    return asRunError(error, 'STATE.UNWRITABLE', message);
  }

  /**
   * Brings it up to date some rows at a time, so that all else goes on in between: locks and leases are kept.
   * @throws RunError as `all`
   */
  async catchUp(): Promise<void> {
    while (!this.#ask(() => this.#applied.end === this.#log.end.end, ROWS_MAX)) await nextTurn();
  }

  /** Applies what the log has and the tables have not, or as many rows of that. */
  #catchUp(rowsMax: number): void {
    const { end } = this.#log.end;
    const db = this.#db ?? this.#open();
    if (this.#applied.end === end) return;
    const applier = this.#applier as BlockApplier;
    let rows = 0;
    db.exec('BEGIN IMMEDIATE');
    try {
      for (const block of this.#log.blocks(this.#applied.end, this.#applied.crc)) {
        applier.apply(block);
        this.#applied = { last: block.at, end: block.end, crc: block.crc };
        rows += block.count;
        if (rows < ROWS_MAX) continue;
        rows = 0;
        if (rowsMax <= ROWS_MAX) break;
        this.#save();
        db.exec('COMMIT');
        db.exec('BEGIN IMMEDIATE');
      }
      this.#save();
      db.exec('COMMIT');
    } catch (error) {
      // What it has is unknown now: it is read again when it is opened again.
      this[Symbol.dispose]();
      throw error;
    }
  }

  #save(): void {
    const applied = JSON.stringify({ ...this.#applied, published: [...(this.#applier?.published ?? [])] });
    this.#statement("INSERT OR REPLACE INTO meta (name, value) VALUES ('applied', ?)").run(applied);
  }

  /** A prepared statement; the same SQL is prepared only once. */
  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? (this.#db as DatabaseSync).prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    const found = this.#path !== ':memory:' && this.#files.existsSync(this.#path);
    if (found && this.#resume()) return this.#db as DatabaseSync;
    if (found) this.#discard();
    const db = this.#files.openDatabase(this.#path, { timeout: 2_000 });
    this.#db = db;
    if (this.#path !== ':memory:') this.#files.chmodSync(this.#path, 0o600);
    // In the head of the file, where it tells an index from a ledger of version 0.1.0.
    db.exec(`PRAGMA user_version = ${INDEX_VERSION}`);
    this.#setUp(db);
    db.exec('CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    for (const entity of entityNames)
      db.exec(
        `CREATE TABLE ${entity} (row INTEGER PRIMARY KEY, key TEXT NOT NULL, content INTEGER NOT NULL,
           fixed INTEGER NOT NULL, origin INTEGER NOT NULL, active INTEGER NOT NULL, id TEXT, conversation TEXT,
           sentAt INTEGER, parent TEXT) STRICT`,
      );
    db.exec('CREATE INDEX messages_by_parent ON messages (parent) WHERE parent IS NOT NULL');
    db.exec(
      'CREATE TABLE changed (entity TEXT, row INTEGER, PRIMARY KEY (entity, row)) WITHOUT ROWID, STRICT',
    );
    this.#applied = { last: 0, end: this.#log.start, crc: 0 };
    this.#applier = new BlockApplier((sql) => this.#statement(sql), new Set());
    return db;
  }

  #setUp(db: DatabaseSync): void {
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL');
    // A power cut may take the last transactions, but never a part of one.
    db.exec('PRAGMA synchronous = NORMAL');
    db.exec('PRAGMA cache_size = -2048; PRAGMA wal_autocheckpoint = 4000');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('COMMIT');
  }

  /** Opens the file that is there; false if it is not an index of this log, or is damaged. */
  #resume(): boolean {
    try {
      const db = this.#files.openDatabase(this.#path, { timeout: 2_000 });
      this.#db = db;
      if (pragma(db, 'page_count') * pragma(db, 'page_size') <= CHECKED_BYTES_MAX) requireSound(db);
      this.#setUp(db);
      const found = db.prepare("SELECT value FROM meta WHERE name = 'applied'").get();
      const { published, ...applied } = JSON.parse(String(found?.['value'])) as Applied & {
        readonly published: typeof entityNames;
      };
      if (versionOf(db) !== INDEX_VERSION || !hasTables(db) || !this.#log.has(applied)) return false;
      this.#applied = applied;
      this.#applier = new BlockApplier((sql) => this.#statement(sql), new Set(published));
      return true;
    } catch (error) {
      if (!(error instanceof RunError) && (error as { errcode?: number }).errcode !== SQLITE_BUSY)
        return false;
      this[Symbol.dispose]();
      throw error;
    }
  }

  /** Deletes the file. */
  #discard(): void {
    this[Symbol.dispose]();
    removeIndex(this.#path, this.#files);
  }

  [Symbol.dispose](): void {
    this.#statements.clear();
    const db = this.#db;
    this.#db = undefined;
    db?.close();
  }
}

const versionOf = (db: DatabaseSync): number => pragma(db, 'user_version');

/** True if there is a table for each entity; an older program made fewer. */
function hasTables(db: DatabaseSync): boolean {
  const tables = new Set(
    db
      .prepare('SELECT name FROM sqlite_master')
      .all()
      .map(({ name }) => name),
  );
  return entityNames.every((entity) => tables.has(entity));
}

const pragma = (db: DatabaseSync, name: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${name}`).get() ?? {})[0]);

/** Index that the rows are read from, as it is when each page is read. */
type Rows = Pick<LedgerIndex, 'all'>;

/** Number of rows that are read at once. */
const PAGE = 1_000;

/** Counts the rows of an entity, of all origins or of one. */
export function countOf(index: Rows, entity: EntityName, origin?: EntryOrigin): number {
  const where = origin === undefined ? '' : `WHERE origin = ${ORIGINS.indexOf(origin)}`;
  return Number(index.all(`SELECT count(*) AS n FROM ${entity} ${where}`)[0]?.['n']);
}

/** All rows of an entity, latest first. Rows may be deleted while they are read. */
export function* latestFirst(index: Rows, entity: EntityName, last: number): Generator<LedgerEntry> {
  const page = `SELECT * FROM ${entity} WHERE row < ? ORDER BY row DESC LIMIT ${PAGE}`;
  for (let below = last + 1; ; ) {
    const rows = index.all(page, below).map(entryOf);
    yield* rows;
    const lowest = rows.at(-1);
    if (!lowest) return;
    below = lowest.row;
  }
}

/** The rows in ranges of row numbers, each with its first and last number. */
export function* within(
  index: Rows,
  entity: EntityName,
  ranges: Iterable<readonly [number, number]>,
): Generator<LedgerEntry> {
  const page = `SELECT * FROM ${entity} WHERE row BETWEEN ? AND ? ORDER BY row LIMIT ${PAGE}`;
  for (const [first, last] of ranges)
    for (let from = first; from <= last; ) {
      const rows = index.all(page, from, last).map(entryOf);
      yield* rows;
      from = (rows.at(-1)?.row ?? last) + 1;
    }
}

/** The keys of all rows that the service has acknowledged. */
export function* acknowledgedKeys(index: Rows, entity: EntityName): Generator<string> {
  const page = `SELECT row, key, origin IN ${UNCERTAIN} AS uncertain FROM ${entity} WHERE row > ? ORDER BY row LIMIT ${PAGE}`;
  for (let from = 0; ; ) {
    const rows = index.all(page, from);
    for (const { key, uncertain } of rows) if (uncertain === 0) yield String(key);
    if (rows.length === 0) return;
    from = Number(rows.at(-1)?.['row']);
  }
}

/** The rows of an entity whose user did not reach them when they were to be removed. */
export const unreachedRows = (index: Rows, entity: EntityName): LedgerEntry[] =>
  index
    .all(`SELECT * FROM ${entity} WHERE active = 0`)
    .map(entryOf)
    .filter((entry) => isUnreached(entity, entry));

/** The replies to a message, by its key. */
export const repliesTo = (index: Rows, key: string): LedgerEntry[] =>
  index.all('SELECT * FROM messages WHERE parent = ?', key).map(entryOf);

/** The keys of rows whose removal has begun and may not be done. */
export function leavingKeys(index: Rows, entity: EntityName): string[] {
  const leaving = index.all(`SELECT key FROM ${entity} WHERE origin = ?`, LEAVING);
  return leaving.map(({ key }) => String(key));
}

/** The muid in the key of a row that a user adds to a message: what is behind the second space. */
const MUID = "substr(key, instr(key, ' ') + instr(substr(key, instr(key, ' ') + 1), ' ') + 1)";

/** The keys of all reactions to a message. The first question makes an index of its own. */
export function reactionsTo(index: Rows, muid: string): string[] {
  index.all(`CREATE INDEX IF NOT EXISTS reactions_by_message ON reactions (${MUID})`);
  return index.all(`SELECT key FROM reactions WHERE ${MUID} = ?`, muid).map(({ key }) => String(key));
}

/** The keys that begin with a text that ends with `_` or `-`. */
export function keysAfter(index: Rows, entity: EntityName, prefix: string): string[] {
  // The character behind the last one.
  const end = `${prefix.slice(0, -1)}${prefix.endsWith('_') ? '\u0060' : '.'}`;
  const found = index.all(`SELECT key FROM ${entity} WHERE key >= ? AND key < ?`, prefix, end);
  return found.map(({ key }) => String(key));
}
