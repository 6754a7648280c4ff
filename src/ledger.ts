import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { type EntityName, entityNames } from './entity.ts';
import { RunError } from './errors.ts';
import type { Landing } from './landing.ts';
import { type VersionOf, versionWith } from './row-version.ts';

/** Whose a row of the service is. */
export type Origin =
  /** May have been sent by us; the service has not answered for it. */
  | 'sent'
  /** We created it. */
  | 'created'
  /** It was there before us; never removed by us. */
  | 'exists';

/** What the ledger holds of a row of the service. */
export type Landed = Landing & {
  /** Its number in the ledger, from 1; of one entity, never given to another row. */
  readonly row: number;
  readonly origin: Origin;
  /** Messages: the service's own id, as far as it was told. */
  readonly id?: string;
};

/** What is noted of a row when the service has acknowledged it. */
export type Acknowledged = Landing & { readonly origin: Exclude<Origin, 'sent'>; readonly id?: string };

const ORIGINS = ['sent', 'created', 'exists'] as const;
const SCHEMA_VERSION = 1;
/** Rows of one page of a walk. */
const PAGE = 1_000;

/**
 * What the service is known to hold of a pipeline's rows: by entity and key, with the version that it last acknowledged.
 * A SQLite file, 0600; what a call has written survives a power cut. One process uses it at a time (the state's lock).
 */
export class Ledger implements Disposable {
  /** Gives rows the versions that are compared with those of this ledger. */
  readonly versionOf: VersionOf;
  readonly #db: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  /**
   * @param file made where it is missing; `:memory:` keeps it in memory
   * @param target what the rows were written to
   * @throws RunError `STATE.TARGET_CHANGED`, `STATE.CORRUPT`, `STATE.UNWRITABLE`
   */
  constructor(file: string, target: Readonly<Record<string, string>>) {
    this.#db = opened(file);
    try {
      this.#prepare();
    } catch (error) {
      this.#db.close();
      throw new RunError('STATE.CORRUPT', `${file} is no ledger: ${(error as Error).message}`, {
        cause: error,
      });
    }
    const told = JSON.stringify(target, Object.keys(target).sort());
    const before = this.#meta('target', told);
    // Nothing was ever written to a target of which no row is known: a corrected address is no other one.
    if (before !== told && this.isEmpty)
      this.#statement("UPDATE meta SET value = ? WHERE name = 'target'").run(told);
    else if (before !== told) {
      this.#db.close();
      throw new RunError('STATE.TARGET_CHANGED', `${file} belongs to another target: ${before}`);
    }
    this.versionOf = versionWith(this.#meta('secret', randomBytes(32).toString('hex')));
  }

  #prepare(): void {
    const db = this.#db;
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    db.exec('PRAGMA cache_size = -16384; PRAGMA temp_store = FILE; PRAGMA wal_autocheckpoint = 4000');
    db.exec('BEGIN EXCLUSIVE');
    db.exec('CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID');
    for (const entity of entityNames)
      db.exec(
        `CREATE TABLE IF NOT EXISTS ${entity} (row INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE,
           content INTEGER NOT NULL, fixed INTEGER NOT NULL, origin INTEGER NOT NULL, active INTEGER NOT NULL,
           id TEXT, conversation TEXT, sentAt INTEGER) STRICT`,
      );
    db.exec('COMMIT');
    const version = this.#meta('version', String(SCHEMA_VERSION));
    if (version !== String(SCHEMA_VERSION)) throw new Error(`its version is ${version}`);
  }

  /** What is noted under a name; notes the value first where there is nothing. */
  #meta(name: string, value: string): string {
    this.#statement('INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(name, value);
    return String(this.#statement('SELECT value FROM meta WHERE name = ?').get(name)?.['value']);
  }

  /** What the service holds under a key; undefined where we know of nothing. */
  find(entity: EntityName, key: string): Landed | undefined {
    const found = this.#statement(`SELECT * FROM ${entity} WHERE key = ?`).get(key);
    return found && landedOf(found);
  }

  /** Notes, before they are sent, that rows may be in the service from now on. Rows that are known stay as they are. */
  intend(entity: EntityName, keys: readonly string[]): void {
    if (keys.length === 0) return;
    const note = this.#statement(
      `INSERT INTO ${entity} (key, content, fixed, origin, active) VALUES (?, -1, -1, 0, 1) ON CONFLICT DO NOTHING`,
    );
    this.#atOnce(() => {
      for (const key of keys) note.run(key);
    });
  }

  /**
   * Notes what the service has acknowledged. Who created a row stays noted; an id that is known is not forgotten.
   * @returns the rows' numbers, in order
   */
  acknowledge(entity: EntityName, rows: readonly Acknowledged[]): number[] {
    if (rows.length === 0) return [];
    const note = this.#statement(
      `INSERT INTO ${entity} (key, content, fixed, origin, active, id, conversation, sentAt)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (key) DO UPDATE SET content = excluded.content, fixed = excluded.fixed, active = excluded.active,
         origin = CASE origin WHEN 1 THEN 1 ELSE excluded.origin END, id = coalesce(excluded.id, id),
         conversation = excluded.conversation, sentAt = excluded.sentAt
       RETURNING row`,
    );
    return this.#atOnce(() =>
      rows.map(({ key, version, origin, active, id, conversation, sentAt }) =>
        Number(
          note.get(
            key,
            version.content,
            version.fixed,
            ORIGINS.indexOf(origin),
            active ? 1 : 0,
            id ?? null,
            conversation ?? null,
            sentAt ?? null,
          )?.['row'],
        ),
      ),
    );
  }

  /** Notes that a user was deactivated: it says nothing any more, so it is written again when it comes back. */
  deactivate(entity: EntityName, rows: readonly number[]): void {
    const note = this.#statement(`UPDATE ${entity} SET active = 0, content = -1 WHERE row = ?`);
    this.#atOnce(() => {
      for (const row of rows) note.run(row);
    });
  }

  /** Forgets rows that the service no longer holds. */
  forget(entity: EntityName, rows: readonly number[]): void {
    const note = this.#statement(`DELETE FROM ${entity} WHERE row = ?`);
    this.#atOnce(() => {
      for (const row of rows) note.run(row);
    });
  }

  /** True where no row was ever noted. */
  get isEmpty(): boolean {
    return entityNames.every((entity) => this.lastRow(entity) === 0);
  }

  /** How many rows of an entity the service is known to hold. */
  count(entity: EntityName, origin?: Origin): number {
    const where = origin === undefined ? '' : `WHERE origin = ${ORIGINS.indexOf(origin)}`;
    return Number(this.#statement(`SELECT count(*) AS n FROM ${entity} ${where}`).get()?.['n']);
  }

  /** The largest row number that was ever given, 0 where none was. */
  lastRow(entity: EntityName): number {
    const found = this.#statement('SELECT seq FROM sqlite_sequence WHERE name = ?').get(entity);
    return Number(found?.['seq'] ?? 0);
  }

  /** All rows of an entity, the latest first. Rows may be forgotten on the way. */
  *latestFirst(entity: EntityName): Generator<Landed> {
    const page = this.#statement(`SELECT * FROM ${entity} WHERE row < ? ORDER BY row DESC LIMIT ${PAGE}`);
    for (let below = this.lastRow(entity) + 1; ; ) {
      const rows = page.all(below).map(landedOf);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      below = last.row;
    }
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  #atOnce<T>(work: () => T): T {
    try {
      this.#db.exec('BEGIN IMMEDIATE');
      const done = work();
      this.#db.exec('COMMIT');
      return done;
    } catch (error) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw new RunError('STATE.UNWRITABLE', `the ledger cannot be written: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  #statement(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** True where a pipeline has written with a ledger before. */
export const hasLedger = (file: string): boolean => existsSync(file);

function opened(file: string): DatabaseSync {
  try {
    if (file === ':memory:') return new DatabaseSync(file);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const db = new DatabaseSync(file, { timeout: 2_000 });
    chmodSync(file, 0o600);
    return db;
  } catch (error) {
    throw new RunError(
      'STATE.UNWRITABLE',
      `the ledger ${file} cannot be opened: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

function landedOf(found: Readonly<Record<string, SQLOutputValue>>): Landed {
  const { row, key, content, fixed, origin, active, id, conversation, sentAt } = found;
  return {
    row: Number(row),
    key: String(key),
    version: { content: Number(content), fixed: Number(fixed) },
    origin: ORIGINS[Number(origin)] as Origin,
    active: active === 1,
    ...(id === null ? {} : { id: String(id) }),
    ...(conversation === null ? {} : { conversation: String(conversation) }),
    ...(sentAt === null ? {} : { sentAt: Number(sentAt) }),
  };
}
