import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';

/** The fingerprint of a key. */
type Fingerprint = { readonly lo: number; readonly hi: number };

/** A row of the ledger that no source has. */
export type UnsourcedRow = Fingerprint & { readonly row: number };

const PAGE = 1_000;

/**
 * The rows of one entity that the ledger has, that no source has, and that the rules alone do not expect; in a table, because
 * they may be all rows: those of a source that was taken away.
 */
export class UnsourcedRows {
  readonly #db: DatabaseSync;
  readonly #table: string;
  readonly #insert: StatementSync;
  readonly #find: StatementSync;
  readonly #settle: StatementSync;
  readonly #delete: StatementSync;

  constructor(db: DatabaseSync, entity: EntityName) {
    const table = `unsourced_${entity}`;
    this.#db = db;
    this.#table = table;
    db.exec(`CREATE TABLE ${table} (lo INTEGER, hi INTEGER, row INTEGER NOT NULL, uncertain INTEGER NOT NULL,
      settled INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (lo, hi)) WITHOUT ROWID`);
    this.#insert = db.prepare(`INSERT OR REPLACE INTO ${table} (lo, hi, row, uncertain) VALUES (?, ?, ?, ?)`);
    this.#find = db.prepare(`SELECT lo, hi, row FROM ${table} WHERE lo = ? AND hi = ?`);
    this.#settle = db.prepare(`UPDATE ${table} SET settled = 1 WHERE lo = ? AND hi = ?`);
    this.#delete = db.prepare(`DELETE FROM ${table} WHERE lo = ? AND hi = ?`);
  }

  get isEmpty(): boolean {
    return this.#db.prepare(`SELECT 1 FROM ${this.#table} LIMIT 1`).get() === undefined;
  }

  /** Number of rows that the service has acknowledged. */
  get certain(): number {
    const found = this.#db.prepare(`SELECT count(*) AS rows FROM ${this.#table} WHERE uncertain = 0`).get();
    return Number(found?.['rows']);
  }

  add({ lo, hi, row }: UnsourcedRow, isUncertain: boolean): void {
    this.#insert.run(lo, hi, row, Number(isUncertain));
  }

  find({ lo, hi }: Fingerprint): UnsourcedRow | undefined {
    return this.#find.get(lo, hi) as UnsourcedRow | undefined;
  }

  /** Records that a run or a retry has settled a row. */
  settle({ lo, hi }: Fingerprint): void {
    this.#settle.run(lo, hi);
  }

  /** Takes a row out; false if it is not there any more. */
  take({ lo, hi }: Fingerprint): boolean {
    return Number(this.#delete.run(lo, hi).changes) > 0;
  }

  /** The rows that nobody has settled; they may be taken out meanwhile. */
  *unsettled(): Generator<UnsourcedRow> {
    const page = this.#db.prepare(
      `SELECT lo, hi, row FROM ${this.#table} WHERE settled = 0 AND (lo, hi) > (?, ?) ORDER BY lo, hi LIMIT ${PAGE}`,
    );
    for (let [lo, hi] = [-(2 ** 32), 0]; ; ) {
      const rows = page.all(lo, hi) as unknown as readonly UnsourcedRow[];
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      ({ lo, hi } = last);
    }
  }
}
