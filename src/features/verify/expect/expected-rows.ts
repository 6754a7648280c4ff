import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { PreparedStatements } from '../../../files/scratch-file.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { RowPlace } from '../../../input/rows/row.ts';
import { Bitmap } from '../../../ledger/bitmap.ts';

/** The file of a row that is in no source. */
export const NOT_IN_A_FILE = -1;

/** Numbers of rows whose key occurred before, with the same content or other content. */
export type Repeated = { readonly same: number; readonly other: number };

const BATCH = 20_000;
const PAGE = 1_000;
const COLUMNS =
  'id, key, file, line, byte, content, members, fixed, active, sentContent, at, time1, time2, unit';

/** The rows of one entity's sources, in a table; memory grows by one bit per row. */
export class ExpectedRows {
  readonly entity: EntityName;
  readonly table: string;
  readonly #db: DatabaseSync;
  readonly #statements: PreparedStatements;
  readonly #insert: StatementSync;
  readonly #seen = new Bitmap();
  /** The rows that the service has acknowledged, by the ledger. */
  readonly #landed = new Bitmap();
  #added = 0;
  #deleted = false;
  #expected = 0;

  constructor(db: DatabaseSync, entity: EntityName) {
    this.entity = entity;
    this.table = `expected_${entity}`;
    this.#db = db;
    this.#statements = new PreparedStatements(db);
    db.exec(`CREATE TABLE ${this.table} (
      id INTEGER PRIMARY KEY, key TEXT NOT NULL, file INTEGER NOT NULL, line INTEGER NOT NULL, byte INTEGER NOT NULL,
      content INTEGER, at INTEGER NOT NULL, time1 INTEGER, time2 INTEGER, unit INTEGER NOT NULL, part TEXT, banned INTEGER NOT NULL,
      fixed INTEGER, active INTEGER, sentContent INTEGER, optional INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL, members TEXT, deleted INTEGER NOT NULL DEFAULT 0
    )`);
    this.#insert = db.prepare(
      `INSERT INTO ${this.table} (key, file, line, byte, content, at, time1, time2, unit, part, banned, lost, members, deleted)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
  }

  /** Number of rows that the service must have. */
  get size(): number {
    return this.#expected;
  }

  /** Adds a row; rows must be added in the order of the sources. */
  add(row: NewRow): void {
    if (this.#added % BATCH === 0) this.#db.exec(this.#added === 0 ? 'BEGIN' : 'COMMIT; BEGIN');
    this.#write(row);
    this.#added++;
    this.#deleted ||= row.deleted === true;
  }

  #write(row: NewRow): void {
    const { key, file, line, byte, content, at, times, unit, part, banned, lost = 0 } = row;
    const { members = null, deleted = false } = row;
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
      lost,
      members,
      Number(deleted),
    );
  }

  /**
   * Call after the last `add`: keeps one row per key, if possible one that the pipeline writes.
   * @param lastFile true: keeps the first row of the last file that has the key; false: keeps the first row of all
   */
  settle(lastFile: boolean): Repeated {
    const { table } = this;
    if (this.#added > 0) this.#db.exec('COMMIT');
    this.#db.exec(`CREATE INDEX ${table}_by_key ON ${table} (key)`);
    // A row that is there in a later file, also an invalid one, was not deleted; in its own file, that it was deleted counts.
    if (this.#deleted)
      this.#db.exec(`DELETE FROM ${table} WHERE deleted = 1 AND EXISTS (SELECT 1 FROM ${table} AS later
        WHERE later.key = ${table}.key AND later.file > ${table}.file AND later.deleted = 0)`);
    const order = `content IS NULL AND deleted = 0, ${lastFile ? 'file DESC, deleted DESC, ' : ''}id`;
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
    if (this.#deleted)
      this.#db.exec(`CREATE TABLE deleted_${table} (key TEXT PRIMARY KEY) WITHOUT ROWID;
        INSERT INTO deleted_${table} SELECT key FROM ${table} WHERE deleted = 1; DELETE FROM ${table} WHERE deleted = 1`);
    this.recount();
    return repeated;
  }

  /** True if the sources say that the row of a key was deleted there. */
  isDeleted(key: string): boolean {
    if (!this.#deleted) return false;
    return this.#statements.first(`SELECT 1 FROM deleted_${this.table} WHERE key = ?`, key) !== undefined;
  }

  /** Marks rows that match an SQL condition as not expected; returns their number. */
  exclude(where: string): number {
    const sql = `UPDATE ${this.table} SET content = NULL WHERE content IS NOT NULL AND ${where}`;
    const changes = this.#statements.run(sql);
    this.recount();
    return changes;
  }

  /**
   * Leaves out, where single rows are not looked for, those of which nobody can say whether the service has them.
   * @returns the number of rows that are pending
   */
  excludeUncertain(isPending: (key: string) => boolean): number {
    const leave = this.#db.prepare(`UPDATE ${this.table} SET content = NULL WHERE id = ?`);
    let pending = 0;
    for (const { id, key, optional } of this.#inPages()) {
      if (this.hasLanded(id) || (!optional && !isPending(key))) continue;
      leave.run(id);
      if (!optional) pending++;
    }
    this.recount();
    return pending;
  }

  /** The expected rows, read page by page, so that they may be changed meanwhile. */
  *#inPages(): Generator<UnseenRow> {
    const page = this.#db.prepare(
      `SELECT id, key, part, unit, optional FROM ${this.table} WHERE content IS NOT NULL AND id > ? ORDER BY id LIMIT ${PAGE}`,
    );
    for (let after = 0; ; ) {
      const rows = page.all(after) as unknown as readonly UnseenRow[];
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  /** The number of expected rows that have lost the same fields, by the bits of these fields. */
  lost(): Iterable<{ readonly bits: number; readonly count: number }> {
    return this.rows(
      `SELECT lost AS bits, count(*) AS count FROM ${this.table} WHERE content IS NOT NULL AND lost <> 0 GROUP BY lost`,
    );
  }

  recount(): void {
    this.#expected = this.number(`SELECT count(*) FROM ${this.table} WHERE content IS NOT NULL`);
  }

  find(key: string): ExpectedRow | undefined {
    return this.#statements.first(`SELECT ${COLUMNS} FROM ${this.table} WHERE key = ?`, key);
  }

  at(id: number): ExpectedRow | undefined {
    return this.#statements.first(`SELECT ${COLUMNS} FROM ${this.table} WHERE id = ?`, id);
  }

  /** Expects a row as it was last sent, whether the sources have a row with its key or not. */
  expectRecorded({ key, at, unit, part, banned, version, active, optional }: RecordedRow): void {
    const place = { file: NOT_IN_A_FILE, line: 0, byte: 0 };
    if (!this.find(key)) this.#write({ key, ...place, content: null, at, times: [], unit, part });
    this.#statements.run(
      `UPDATE ${this.table} SET content = ?2, fixed = ?3, active = ?4, at = ?5, unit = ?6, part = ?7, banned = ?8,
         optional = ?9, time1 = NULL, time2 = NULL WHERE key = ?1`,
      key,
      version.content,
      version.fixed,
      active === undefined ? null : Number(active),
      at,
      unit,
      part,
      Number(banned ?? false),
      Number(optional),
    );
  }

  /** Keeps what was last sent of a row, for a run that may still have to write it. */
  keepSent(id: number, { content }: RecordedRow['version']): void {
    this.#statements.run(`UPDATE ${this.table} SET sentContent = ? WHERE id = ?`, content, id);
  }

  /** Records that the service has acknowledged a row. */
  markLanded(id: number): void {
    this.#landed.add(id);
  }

  hasLanded(id: number): boolean {
    return this.#landed.has(id);
  }

  /** Records that the service has a row; false if that was known. */
  markSeen(id: number): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    return true;
  }

  hasSeen(id: number): boolean {
    return this.#seen.has(id);
  }

  /** The number of acknowledged rows that are expected within a sample. */
  landedBelow(below: number): number {
    const expected = `SELECT id FROM ${this.table} WHERE content IS NOT NULL AND unit < ?`;
    let count = 0;
    for (const { id } of this.rows<{ id: number }>(expected, below)) if (this.#landed.has(id)) count++;
    return count;
  }

  /** Rows that the service must have and that were not seen there. */
  *unseen(): Generator<UnseenRow> {
    const sql = `SELECT id, key, part, unit, optional FROM ${this.table} WHERE content IS NOT NULL`;
    for (const row of this.rows<UnseenRow>(sql)) if (!this.hasSeen(row.id)) yield row;
  }

  /** The rows that a statement returns. */
  rows<T>(sql: string, ...params: readonly SQLInputValue[]): Iterable<T> {
    return this.#statements.rows(sql, ...params);
  }

  /** The one number that a statement returns; 0 if it returns none. */
  number(sql: string, ...params: readonly SQLInputValue[]): number {
    return this.#statements.number(sql, ...params);
  }

  /** The parts of its expected rows within a sample. */
  parts(below: number): Iterable<{ readonly part: string }> {
    return this.rows(`SELECT DISTINCT part FROM ${this.table} WHERE content IS NOT NULL AND unit < ?`, below);
  }
}

/** The parts of a source row that are needed to compare it. */
export type ExpectedRow = RowPlace & {
  /** Its number in the order of the sources, from 1. */
  readonly id: number;
  readonly key: string;
  /** Fingerprint of the values that must be equal; null if the pipeline does not write the row. */
  readonly content: number | null;
  /** The members of its data and metadata, as `membersOf` writes them. */
  readonly members: string | null;
  /**
   * Null if the row is compared with the source. Else it is compared with what was last sent: `content` and `fixed` are
   * then those of the ledger's version.
   */
  readonly fixed: number | null;
  /**
   * Of a row that is compared with the source, and that a stopped run may still have to write: the `content` of what was
   * last sent; null if that does not matter.
   */
  readonly sentContent: number | null;
  /** Of a row that is compared with what was last sent: 1, or 0 for a deactivated user or a banned member; null if unknown. */
  readonly active: number | null;
  /** Its time, epoch seconds; 0 if not known. */
  readonly at: number;
  /** The first two times with rules of their own. */
  readonly time1: number | null;
  readonly time2: number | null;
  /** Position in the sample: a hash of its key, group or conversation. */
  readonly unit: number;
};

/** A row to add to the expected rows. */
type NewRow = RowPlace & {
  readonly key: string;
  readonly content: number | null;
  /**
   * The members of its data and metadata, as `membersOf` writes them.
   * @default null
   */
  readonly members?: string | null;
  readonly at: number;
  readonly times: readonly (number | undefined)[];
  readonly unit: number;
  /** The group of a member, the conversation of a message. */
  readonly part: string | null;
  /** A banned member, who is not counted as a member. */
  readonly banned?: boolean;
  /** True if the source says that it was deleted there. */
  readonly deleted?: boolean;
  /** A bit for each field with a value that the API cannot carry. */
  readonly lost?: number;
};

/** A row as it was last sent, which no valid row of the sources stands for. */
type RecordedRow = Pick<NewRow, 'key' | 'at' | 'unit' | 'part' | 'banned'> & {
  readonly version: { readonly content: number; readonly fixed: number };
  readonly active: boolean | undefined;
  /** The service need not have the row, but if it has, it must be as it was sent. */
  readonly optional: boolean;
};

/** A row that the service must have and that was not seen there. */
export type UnseenRow = Pick<ExpectedRow, 'id' | 'key' | 'unit'> & {
  readonly part: string | null;
  /** 1 if the service need not have it. */
  readonly optional: number;
};

/** Says if another entity expects a row with a key; always false if it is not compared. */
export function expectedKeys(rows: ExpectedRows, entity: EntityName): (key: string) => boolean {
  const table = `expected_${entity}`;
  if (rows.number('SELECT count(*) FROM sqlite_master WHERE name = ?', table) === 0) return () => false;
  return (key) => rows.number(`SELECT count(*) FROM ${table} WHERE key = ? AND content IS NOT NULL`, key) > 0;
}

/** Members whom a row of the bans has banned: the service does not count them. Bans have the keys of members. */
export const BANNED_MEMBERS =
  'UPDATE expected_members SET banned = 1 WHERE key IN (SELECT key FROM expected_bans WHERE content IS NOT NULL)';
