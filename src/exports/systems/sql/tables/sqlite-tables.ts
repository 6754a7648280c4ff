import type { SQLOutputValue } from 'node:sqlite';
import type { ExportFile } from '../../../files/export-files.ts';
import { openSqlite, passSqlite, tableColumnNames, tableNames } from '../../../files/sqlite-file.ts';
import { type DumpValue, TOO_LONG, VALUE_BYTES_MAX } from '../dump/dump-values.ts';
import type { SqlTable, TableRows } from './sql-table.ts';

/** The tables of a database file of SQLite. Each pass opens the file anew and changes nothing in it. */
export async function sqliteTables(file: ExportFile): Promise<readonly SqlTable[]> {
  using database = await openSqlite(file);
  return tableNames(database).map((name) => new SqliteTable(file, name, tableColumnNames(database, name)));
}

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
    const wanted = columns.map((column) => (this.columns.includes(column) ? quoted(column) : 'NULL'));
    const place = `${this.#file.name}, ${this.name}`;
    await passSqlite(
      {
        file: this.#file,
        sql: `SELECT ${wanted.join(', ') || '1'} FROM ${quoted(this.name)}`,
        row: (values, number) =>
          row(values.map(textValue), { file: place, root: this.#file.root, line: number, row: number }),
      },
      signal,
    );
  }
}

function textValue(value: SQLOutputValue): DumpValue {
  if (value === null) return null;
  if (typeof value === 'string') return value.length > VALUE_BYTES_MAX ? TOO_LONG : value;
  if (typeof value === 'object')
    return value.length > VALUE_BYTES_MAX ? TOO_LONG : Buffer.from(value).toString('hex');
  return String(value);
}
