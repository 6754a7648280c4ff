import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { RowPlace } from '../../../input/rows/row.ts';

/** The parts of a source row that are needed to compare it. */
export type ExpectedRow = RowPlace & {
  /** Its number in the order of the sources, from 1. */
  readonly id: number;
  readonly key: string;
  /** Fingerprint of the values that must be equal; null if the pipeline does not write the row. */
  readonly content: number | null;
  /** Its time, epoch seconds; 0 if not known. */
  readonly at: number;
  /** The first two times with rules of their own. */
  readonly time1: number | null;
  readonly time2: number | null;
  /** Position in the sample: a hash of its key, group or conversation. */
  readonly unit: number;
};

/** A row to add to the expected rows. */
export type NewRow = RowPlace & {
  readonly key: string;
  readonly content: number | null;
  readonly at: number;
  readonly times: readonly (number | undefined)[];
  readonly unit: number;
  /** The group of a member, the conversation of a message. */
  readonly part: string | null;
  /** A banned member, who is not counted as a member. */
  readonly banned?: boolean;
};

/** Numbers of rows whose key occurred before, with the same content or other content. */
export type Repeated = { readonly same: number; readonly other: number };

const BATCH = 20_000;
const COLUMNS = 'id, key, file, line, byte, content, at, time1, time2, unit';

/** The rows of one entity's sources, in a table; memory grows by one bit per row. */
export class ExpectedRows {
  readonly entity: EntityName;
  readonly table: string;
  readonly #db: DatabaseSync;
  readonly #insert: StatementSync;
  #find: StatementSync | undefined;
  #at: StatementSync | undefined;
  #seen = new Uint8Array(1_024);
  #added = 0;
  #expected = 0;

  constructor(db: DatabaseSync, entity: EntityName) {
    this.entity = entity;
    this.table = `expected_${entity}`;
    this.#db = db;
    db.exec(`CREATE TABLE ${this.table} (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
      content INTEGER, at INTEGER NOT NULL, time1 INTEGER, time2 INTEGER, unit INTEGER NOT NULL, part TEXT, banned INTEGER NOT NULL
    )`);
    this.#insert = db.prepare(
      `INSERT INTO ${this.table} (key, file, line, byte, content, at, time1, time2, unit, part, banned)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Number of rows that the service must have. */
  get size(): number {
    return this.#expected;
  }

  /** Adds a row; rows must be added in the order of the sources. */
  add(row: NewRow): void {
    const { key, file, line, byte, content, at, times, unit, part, banned } = row;
    if (this.#added % BATCH === 0) this.#db.exec(this.#added === 0 ? 'BEGIN' : 'COMMIT; BEGIN');
    this.#insert.run(
      key,
      file,
      line,
      byte,
      content,
      at,
      times[0] ?? null,
      times[1] ?? null,
      unit,
      part,
      Number(banned ?? false),
    );
    this.#added++;
  }

  /**
   * Call after the last `add`: keeps one row per key, if possible one that the pipeline writes.
   * @param lastFile true: keeps the first row of the last file that has the key; false: keeps the first row of all
   */
  settle(lastFile: boolean): Repeated {
    const { table } = this;
    if (this.#added > 0) this.#db.exec('COMMIT');
    this.#db.exec(`CREATE INDEX ${table}_by_key ON ${table} (key)`);
    const order = `content IS NULL, ${lastFile ? 'file DESC, ' : ''}id`;
    this.#db.exec(`CREATE TEMP TABLE repeated AS SELECT id, content, same FROM (
        SELECT id, content, content IS first_value(content) OVER each AS same, row_number() OVER each AS place
        FROM ${table} WHERE key IN (SELECT key FROM ${table} GROUP BY key HAVING count(*) > 1)
        WINDOW each AS (PARTITION BY key ORDER BY ${order}))
      WHERE place > 1`);
    const count = (where: string): number =>
      this.number(`SELECT count(*) FROM temp.repeated WHERE content IS NOT NULL AND ${where}`);
    const repeated = { same: count('same'), other: count('NOT same') };
    this.#db.exec(
      `DELETE FROM ${table} WHERE id IN (SELECT id FROM temp.repeated); DROP TABLE temp.repeated`,
    );
    this.recount();
    return repeated;
  }

  /** Marks rows that match an SQL condition as not expected; returns their number. */
  exclude(where: string): number {
    const { changes } = this.#db
      .prepare(`UPDATE ${this.table} SET content = NULL WHERE content IS NOT NULL AND ${where}`)
      .run();
    this.recount();
    return Number(changes);
  }

  recount(): void {
    this.#expected = this.number(`SELECT count(*) FROM ${this.table} WHERE content IS NOT NULL`);
  }

  find(key: string): ExpectedRow | undefined {
    this.#find ??= this.#db.prepare(`SELECT ${COLUMNS} FROM ${this.table} WHERE key = ?`);
    return this.#find.get(key) as ExpectedRow | undefined;
  }

  at(id: number): ExpectedRow | undefined {
    this.#at ??= this.#db.prepare(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`);
    return this.#at.get(id) as ExpectedRow | undefined;
  }

  /** Records that the service has a row; false if that was known. */
  markSeen(id: number): boolean {
    const [at, bit] = [id >>> 3, 1 << (id & 7)];
    if (at >= this.#seen.length) {
      const grown = new Uint8Array(Math.max(at + 1, this.#seen.length * 2));
      grown.set(this.#seen);
      this.#seen = grown;
    }
    const before = this.#seen[at] as number;
    this.#seen[at] = before | bit;
    return (before & bit) === 0;
  }

  hasSeen(id: number): boolean {
    return ((this.#seen[id >>> 3] ?? 0) & (1 << (id & 7))) !== 0;
  }

  /** Rows that the service must have and that were not seen there. */
  *unseen(): Generator<{
    readonly id: number;
    readonly key: string;
    readonly part: string | null;
    readonly unit: number;
  }> {
    const rows = this.#db
      .prepare(`SELECT id, key, part, unit FROM ${this.table} WHERE content IS NOT NULL`)
      .iterate();
    for (const row of rows) {
      const each = row as { id: number; key: string; part: string | null; unit: number };
      if (!this.hasSeen(each.id)) yield each;
    }
  }

  /** The rows that a statement returns. */
  *rows<T>(sql: string, ...params: SQLInputValue[]): Generator<T> {
    for (const row of this.#db.prepare(sql).iterate(...params)) yield row as T;
  }

  /** The one number that a statement returns; 0 if it returns none. */
  number(sql: string, ...params: SQLInputValue[]): number {
    const row = this.#db.prepare(sql).get(...params);
    return Number(Object.values(row ?? {})[0] ?? 0);
  }
}
