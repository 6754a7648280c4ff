import type { DatabaseSync } from 'node:sqlite';
import type { Step } from '../../delivery/plan.ts';
import { newDatabase, PreparedStatements } from '../../files/scratch-file.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { diffOf, type RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Files } from '../../system/files.ts';
import { type Changes, countDiff } from './changes.ts';
import type { RecordHashWriter } from './records/record-hash-file.ts';
import { type CountedRow, countFields } from './shape/field-changes.ts';

/** The place of the current row of a key in the sources of this sync. */
export type KeyedRow = {
  readonly file: number;
  /** Number of its record; -1 if it has none. */
  readonly ordinal: number;
  readonly version: RowVersion;
} & CountedRow;

type FoundKey = Record<'file' | 'ordinal' | 'content' | 'fixed', number> & {
  readonly counted: string | null;
};

/** Counts the current row of a key; with -1, a row that no longer is. */
export function countKey(
  { entity }: Step,
  changes: Changes,
  { version, fields, isDoubtful = false }: Omit<KeyedRow, 'file' | 'ordinal'>,
  { entry, data }: { readonly entry: LedgerEntry | undefined; readonly data: Data | undefined },
  by: 1 | -1,
): RowDiff {
  const diff = isDoubtful ? 'changed' : diffOf(entity, data, version, entry);
  countDiff(changes, diff, entry, data, by);
  if (isDoubtful) changes.unread += by;
  if (fields) countFields(changes.fields, fields, by);
  return diff;
}

/** The rows of a sync that were parsed, by key; in a file that is deleted on disposal. */
export class KeysOfThisRun implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #db: DatabaseSync;
  readonly #statements: PreparedStatements;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#db = newDatabase(path, files);
    this.#db.exec(
      `CREATE TABLE seen_keys (key TEXT PRIMARY KEY, file INTEGER, ordinal INTEGER, content INTEGER, fixed INTEGER, counted TEXT)
         WITHOUT ROWID, STRICT`,
    );
    this.#db.exec('BEGIN');
    this.#statements = new PreparedStatements(this.#db);
  }

  find(key: string): KeyedRow | undefined {
    const sql = 'SELECT file, ordinal, content, fixed, counted FROM seen_keys WHERE key = ?';
    const found = this.#statements.first<FoundKey>(sql, key);
    if (!found) return undefined;
    const { file, ordinal, content, fixed, counted } = found;
    const more = counted === null ? {} : (JSON.parse(counted) as CountedRow);
    return { file, ordinal, version: { content, fixed }, ...more };
  }

  put(key: string, { file, ordinal, version, fields, isDoubtful }: KeyedRow): void {
    const counted = fields || isDoubtful ? JSON.stringify({ fields, isDoubtful }) : null;
    const sql = 'INSERT OR REPLACE INTO seen_keys VALUES (?, ?, ?, ?, ?, ?)';
    this.#statements.run(sql, key, file, ordinal, version.content, version.fixed, counted);
  }

  /** The keys whose current row has a version with this content. */
  *withContent(content: number): Generator<string> {
    const sql = 'SELECT key FROM seen_keys WHERE content = ?';
    for (const { key } of this.#statements.rows<{ key: string }>(sql, content)) yield key;
  }

  [Symbol.dispose](): void {
    this.#db.close();
    this.#files.rmSync(this.#path, { force: true });
  }
}

type RivalDeps = {
  readonly changes: Changes;
  readonly writer: RecordHashWriter;
  /** Rows of the ledger that have to be compared even if their bytes are the same. */
  readonly contested: Set<number>;
};

/** The rows of a step that contradict another row of their key, or give way to one. */
export class RivalRows {
  readonly #step: Step;
  readonly #deps: RivalDeps;
  /** By key: records that contradict the current row of the key, in the same file. */
  readonly #rivals = new Map<string, number[]>();

  constructor(step: Step, deps: RivalDeps) {
    this.#step = step;
    this.#deps = deps;
  }

  /** Selects a record, if the row has one. */
  select(ordinal: number): void {
    if (ordinal >= 0) this.#deps.changes.selected.add(ordinal);
  }

  /** Two versions in one file: both are selected, and the delivery takes the first and rejects the second. */
  contradict(
    key: string,
    { ordinal: first }: KeyedRow,
    entry: LedgerEntry | undefined,
    ordinal: number,
  ): void {
    if (entry) this.#deps.contested.add(entry.row);
    if (first >= 0) {
      this.#deps.changes.contradicted.add(first);
      this.#deps.changes.selected.add(first);
      this.#deps.writer.link(first, 0);
    }
    if (ordinal >= 0) this.#deps.changes.contradicted.add(ordinal);
    this.#rivals.set(key, [...(this.#rivals.get(key) ?? []), ordinal]);
    this.#deps.changes.refused++;
    this.select(ordinal);
  }

  /** A later file has the key: contradictions in an earlier one no longer count. */
  drop(key: string): boolean {
    const rivals = this.#rivals.get(key) ?? [];
    this.#rivals.delete(key);
    for (const rival of rivals) this.#deps.changes.selected.delete(rival);
    this.#deps.changes.refused -= rivals.length;
    this.#deps.changes.superseded += rivals.length;
    return rivals.length > 0;
  }

  /** This row replaces the version of an earlier file. */
  supersede(key: string, row: KeyedRow, entry: LedgerEntry | undefined, data?: Data): void {
    const { ordinal } = row;
    this.drop(key);
    this.#deps.changes.superseded++;
    const diff = countKey(this.#step, this.#deps.changes, row, { entry, data }, -1);
    this.#deps.changes.selected.delete(ordinal);
    if (diff !== 'same') return;
    // The service gets the later version, so this row must not be taken as unchanged by its bytes.
    if (ordinal < 0) this.#deps.contested.add((entry as LedgerEntry).row);
    else this.#deps.writer.link(ordinal, 0);
  }
}
