import type { SQLOutputValue } from 'node:sqlite';
import type { ChatTable } from '../../../database/table.ts';
import { type CellValue, TOO_LONG, VALUE_BYTES_MAX } from '../../../database/table.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import {
  openSqlite,
  passSqlite,
  type SqliteQuery,
  tableColumnNames,
  tableNames,
  tableReferences,
} from '../../../files/sqlite-file.ts';

/** The tables of a database file of SQLite. Each pass opens the file anew and changes nothing in it. */
export async function sqliteTables(file: ExportFile): Promise<readonly ChatTable[]> {
  using database = await openSqlite(file);
  return tableNames(database).map((name) => ({
    ...sqliteTable(file, name, tableColumnNames(database, name)),
    references: tableReferences(database, name),
    isEmpty: database.prepare(`SELECT 1 FROM ${quoted(name)} LIMIT 1`).get() === undefined,
  }));
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const sqliteTable = (file: ExportFile, name: string, columns: readonly string[]): ChatTable => ({
  name,
  path: name,
  columns,
  async pass(asked, { row }, signal) {
    const wanted = asked.map((column) => (columns.includes(column) ? quoted(column) : 'NULL'));
    const sql = `SELECT ${wanted.join(', ') || '1'} FROM ${quoted(name)}`;
    const place = { file: `${file.name}, ${name}`, root: file.root };
    const take: SqliteQuery['row'] = (values, number) =>
      row(values.map(textValue), { ...place, line: number, row: number });
    await passSqlite({ file, sql, row: take }, signal);
  },
});

function textValue(value: SQLOutputValue): CellValue {
  if (value === null) return null;
  if (typeof value === 'string') return value.length > VALUE_BYTES_MAX ? TOO_LONG : value;
  if (typeof value === 'object')
    return value.length > VALUE_BYTES_MAX ? TOO_LONG : Buffer.from(value).toString('hex');
  return String(value);
}
