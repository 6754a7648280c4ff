import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { asRunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { hasEnded } from './buffered-file.ts';

const NAME = /^(?:verify|names|records)-(\d+)-[0-9a-f-]+\.tmp$/;
/** SQLite's page cache. */
const CACHE_KIB = 4_096;

/** A database for data that does not fit into memory; mode 0600, deleted on dispose. */
export type ScratchFile = Disposable & { readonly db: DatabaseSync };

/**
 * Creates a scratch file in a folder, and removes those that killed processes have left there.
 * @param what it is for
 * @throws RunError `STATE.UNWRITABLE` if it cannot be created
 */
export async function openScratchFile(
  folder: string,
  what: 'verify' | 'names' | 'records',
  { random, files }: Pick<System, 'random' | 'files'>,
): Promise<ScratchFile> {
  const path = join(folder, `${what}-${process.pid}-${random.uuid()}.tmp`);
  try {
    await removeScratchFiles(folder, files);
    const db = newDatabase(path, files, CACHE_KIB);
    return {
      db,
      [Symbol.dispose]: () => {
        db.close();
        files.rmSync(path, { force: true });
      },
    };
  } catch (cause) {
    const message = `${path} cannot be created: ${(cause as Error).message}`;
    throw asRunError(cause, 'STATE.UNWRITABLE', message);
  }
}

/** Makes a database, mode 0600, in place of the file that is there. It need not survive a crash, so it has no journal. */
export function newDatabase(path: string, files: Files, cacheKib = 2_048): DatabaseSync {
  files.rmSync(path, { force: true });
  files.closeSync(files.openSync(path, 'wx', 0o600));
  // SQLite's defensive mode would force a journal.
  const db = files.openDatabase(path, { defensive: false });
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
  db.exec(`PRAGMA cache_size = -${cacheKib}`);
  return db;
}

/** Removes scratch files that killed processes have left in a folder. */
export async function removeScratchFiles(
  folder: string,
  files: Pick<System['files'], 'readdir' | 'rm'>,
): Promise<void> {
  for (const name of await files.readdir(folder)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && hasEnded(Number(pid))) await files.rm(join(folder, name), { force: true });
  }
}

/** Statements on a database; all but those that return rows one by one are prepared once. */
export class PreparedStatements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** The number of rows that a statement has changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#of(sql).run(...values).changes);
  }

  /** The first row that a statement returns; undefined if it returns none. */
  first<T>(sql: string, ...values: readonly SQLInputValue[]): T | undefined {
    return this.#of(sql).get(...values) as T | undefined;
  }

  /** The rows that a statement returns, at once. */
  all<T>(sql: string, ...values: readonly SQLInputValue[]): readonly T[] {
    return this.#of(sql).all(...values) as T[];
  }

  /** The one number that a statement returns; 0 if it returns none. */
  number(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(Object.values(this.first<object>(sql, ...values) ?? {})[0] ?? 0);
  }

  /** The rows that a statement returns, one by one: several such readings may be under way. */
  *rows<T>(sql: string, ...values: readonly SQLInputValue[]): Generator<T> {
    for (const row of this.#db.prepare(sql).iterate(...values)) yield row as T;
  }

  #of(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}
