import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { RunError } from '../../errors/run-error.ts';
import { fileBytes } from '../../input/sources/bytes/bytes.ts';
import { realFiles } from '../../system/files.ts';
import type { ExportFile, ExportFiles } from './export-files.ts';

const MAGIC = 'SQLite format 3\u0000';
const ROWS_PER_TURN = 4_096;

/** True if a file is a database of SQLite that can be opened: one in an archive cannot. */
export async function isSqlite({ path, archive }: ExportFile, files: ExportFiles): Promise<boolean> {
  if (archive !== undefined) return false;
  for await (const piece of fileBytes(path, 0, undefined, files.system))
    return piece.toString('latin1', 0, MAGIC.length) === MAGIC;
  return false;
}

/**
 * Opens a database file for reading. Nothing is changed: neither in it, nor are files made beside it. Nothing of it is run,
 * as long as only its tables and columns are asked for by `tableNames` and `columnNames`.
 * @throws RunError `EXPORT.DUMP_UNREADABLE`
 */
export async function openSqlite({ path }: ExportFile): Promise<DatabaseSync & Disposable> {
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(await addressOf(path), { readOnly: true });
    // The file itself is read with the first table that is asked for.
    database.exec('PRAGMA query_only = 1; PRAGMA trusted_schema = 0');
    if (database.prepare('SELECT type, name, sql FROM sqlite_schema').all().some(isForged))
      throw new Error('database disk image is malformed');
    return database as DatabaseSync & Disposable;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * A database with a write-ahead log makes two files beside it even for those who read, and leaves them there; one
 * without rows in its log can be read as a file that nobody changes.
 */
async function addressOf(path: string): Promise<string | URL> {
  const log = await realFiles.stat(`${path}-wal`).catch(() => undefined);
  if (log && log.size > 0) return path;
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  return url;
}

/** As SQLite writes what makes a table, and whatever else may be in a database. */
const OBJECT = /^CREATE (?:(?:VIRTUAL )?TABLE|(?:UNIQUE )?INDEX|TRIGGER|VIEW) /i;
const QUOTES = ['', '""', '``', "''", '[]'];

/** True if an entry is not as SQLite writes it. A view with the name of a table would be run. */
function isForged({ name, sql }: Record<string, SQLOutputValue>): boolean {
  if (sql === null) return false;
  const [created] = OBJECT.exec(String(sql)) ?? [];
  if (created === undefined) return true;
  const rest = String(sql).slice(created.length);
  const isNamed = ([open = '', close = '']: string): boolean =>
    rest.startsWith(
      open + (close === '' ? String(name) : String(name).replaceAll(close, close + close)) + close,
    );
  return /VIEW/i.test(created) && !QUOTES.some(isNamed);
}

/** The names of the tables of a database, in their order; not of virtual ones, whose rows are worked out. */
export const tableNames = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE %' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map(({ name }) => String(name));

/**
 * The names of the columns of a table, in their order, also of generated ones that are stored. Others are worked out for
 * each row, for however long. None if there is no such table.
 */
export const tableColumnNames = (database: DatabaseSync, table: string): readonly string[] =>
  tableNames(database).includes(table)
    ? database
        .prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (0, 3)')
        .all(table)
        .map(({ name }) => String(name))
    : [];

/** The columns of a table that are declared to have the values of another one. */
export const tableReferences = (database: DatabaseSync, table: string) =>
  database
    .prepare('SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)')
    .all(table)
    .map(({ from, table: other, to }) => ({
      column: String(from),
      table: String(other),
      key: to === null ? undefined : String(to),
    }));

/** Database and text of a query, and who takes the rows. */
export type SqliteQuery = {
  readonly file: ExportFile;
  readonly sql: string;
  /**
   * @param values whole numbers as bigints
   * @param number from 1: a database has no lines
   */
  row(values: readonly SQLOutputValue[], number: number): void;
};

/**
 * Passes the rows of a query in flat memory. Each pass opens the file anew.
 * @throws RunError `EXPORT.DUMP_UNREADABLE`
 */
export async function passSqlite({ file, sql, row }: SqliteQuery, signal: AbortSignal): Promise<void> {
  using database = await openSqlite(file);
  let count = 0;
  try {
    const statement = database.prepare(sql);
    statement.setReadBigInts(true);
    statement.setReturnArrays(true);
    for (const found of statement.iterate() as unknown as Iterable<readonly SQLOutputValue[]>) {
      row(found, ++count);
      if (count % ROWS_PER_TURN !== 0) continue;
      signal.throwIfAborted();
      await nextTurn();
    }
  } catch (cause) {
    if (signal.aborted || cause instanceof RunError) throw cause;
    throw unreadable(file.path, cause);
  }
}

const unreadable = (path: string, cause: unknown): RunError =>
  new RunError(
    'EXPORT.DUMP_UNREADABLE',
    `${path}: SQLite says: ${cause instanceof Error ? cause.message : cause}`,
    { cause, where: { file: path } },
  );
