import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RunError } from '../../../../../errors/run-error.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import { type DumpValue, TOO_LONG, VALUE_BYTES_MAX } from '../dump/dump-values.ts';
import type { SqlTable, TableRows } from './sql-table.ts';

const ROWS_PER_TURN = 4_096;

/** The tables of a database file of SQLite. Each pass opens the file anew and changes nothing in it. */
export async function sqliteTables(file: ExportFile): Promise<readonly SqlTable[]> {
  using database = await opened(file);
  const names = database
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map((row) => String(row['name']));
  return names.map((name) => {
    const columns = database
      .prepare(`SELECT name FROM pragma_table_info(?)`)
      .all(name)
      .map((row) => String(row['name']));
    return new SqliteTable(file, name, columns);
  });
}

async function opened({ path }: ExportFile): Promise<DatabaseSync & Disposable> {
  const { DatabaseSync } = await import('node:sqlite');
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    database.exec('PRAGMA query_only = 1');
    return database as DatabaseSync & Disposable;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

const unreadable = (path: string, cause: unknown): RunError =>
  new RunError(
    'EXPORT.DUMP_UNREADABLE',
    `${path}: SQLite says: ${cause instanceof Error ? cause.message : cause}`,
    {
      cause,
      where: { file: path },
    },
  );

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

class SqliteTable implements SqlTable {
  readonly name: string;
  readonly path: string;
  readonly columns: readonly string[];
  readonly #file: ExportFile;

  constructor(file: ExportFile, name: string, columns: readonly string[]) {
    this.#file = file;
    this.name = name;
    this.path = name;
    this.columns = columns;
  }

  zoneOf(): undefined {
    return undefined;
  }

  async pass(columns: readonly string[], { row }: TableRows, signal: AbortSignal): Promise<void> {
    using database = await opened(this.#file);
    const wanted = columns.map((column) => (this.columns.includes(column) ? quoted(column) : 'NULL'));
    const file = this.#file.name;
    let count = 0;
    try {
      const statement = database.prepare(`SELECT ${wanted.join(', ') || '1'} FROM ${quoted(this.name)}`);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      for (const found of statement.iterate() as unknown as Iterable<readonly SQLOutputValue[]>) {
        // A database has no lines: its rows are numbered.
        count++;
        row(found.map(textValue), { file: `${file}, ${this.name}`, line: count, row: count });
        if (count % ROWS_PER_TURN !== 0) continue;
        signal.throwIfAborted();
        await nextTurn();
      }
    } catch (cause) {
      if (signal.aborted || cause instanceof RunError) throw cause;
      throw unreadable(this.#file.path, cause);
    }
  }
}

function textValue(value: SQLOutputValue): DumpValue {
  if (value === null) return null;
  if (typeof value === 'string') return value.length > VALUE_BYTES_MAX ? TOO_LONG : value;
  if (typeof value === 'object')
    return value.length > VALUE_BYTES_MAX ? TOO_LONG : Buffer.from(value).toString('hex');
  return String(value);
}
