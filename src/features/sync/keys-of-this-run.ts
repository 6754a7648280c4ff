import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RowVersion } from '../../input/entities/row-version.ts';
import type { Files } from '../../system/files.ts';
import type { CountedRow } from './count-rows.ts';

/** Where the current row of a key is in the sources of this sync. */
export type KeyedRow = {
  readonly file: number;
  /** Number of its record; -1 if it has none. */
  readonly ordinal: number;
} & CountedRow;

type Counted = Pick<CountedRow, 'fields' | 'isDoubtful'>;

const NOT_COUNTED: Counted = { fields: { changed: [], emptied: [], kept: [] }, isDoubtful: false };

/** A row whose bytes, and so its version, are those of the last sync run. */
export const unchangedRow = (file: number, version: RowVersion): KeyedRow => ({
  ...{ file, ordinal: -1, version },
  ...NOT_COUNTED,
});

type FoundKey = Record<'file' | 'ordinal' | 'content' | 'fixed', number> & {
  readonly counted: string | null;
};

/** The rows of a sync that were parsed, by key; in a file that is deleted on disposal. */
export class KeysOfThisRun implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #db: DatabaseSync;
  readonly #find: StatementSync;
  readonly #put: StatementSync;

  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#remove();
    // SQLite's defensive mode does not allow the journal to be off.
    this.#db = files.openDatabase(path, { defensive: false });
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
    this.#db.exec('PRAGMA cache_size = -2048');
    this.#db.exec(
      `CREATE TABLE seen_keys (key TEXT PRIMARY KEY, file INTEGER, ordinal INTEGER, content INTEGER, fixed INTEGER, counted TEXT)
         WITHOUT ROWID, STRICT`,
    );
    this.#db.exec('BEGIN');
    this.#find = this.#db.prepare(
      'SELECT file, ordinal, content, fixed, counted FROM seen_keys WHERE key = ?',
    );
    this.#put = this.#db.prepare('INSERT OR REPLACE INTO seen_keys VALUES (?, ?, ?, ?, ?, ?)');
  }

  find(key: string): KeyedRow | undefined {
    const found = this.#find.get(key) as FoundKey | undefined;
    if (!found) return undefined;
    const { file, ordinal, content, fixed, counted } = found;
    const more = counted === null ? NOT_COUNTED : (JSON.parse(counted) as Counted);
    return { file, ordinal, version: { content, fixed }, ...more };
  }

  put(key: string, { file, ordinal, version, fields, isDoubtful }: KeyedRow): void {
    const isAny = isDoubtful || Object.values(fields).some(({ length }) => length > 0);
    const counted = isAny ? JSON.stringify({ fields, isDoubtful }) : null;
    this.#put.run(key, file, ordinal, version.content, version.fixed, counted);
  }

  [Symbol.dispose](): void {
    this.#db.close();
    this.#remove();
  }

  #remove(): void {
    this.#files.rmSync(this.#path, { force: true });
  }
}
