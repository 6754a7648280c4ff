import { openBytes } from '../../../input/sources/bytes/bytes.ts';
import { readerOfTables } from '../../database/reader-of-tables.ts';
import { needed, plainColumnName, usual } from '../../database/shape/usual-names.ts';
import type { ChatTable, FoundTables } from '../../database/table.ts';
import type { Detected, ExportInput, ExportReader } from '../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { isSqlite } from '../../files/sqlite-file.ts';
import { csvTable } from './tables/csv-table.ts';
import { catalogOf } from './tables/dump-catalog.ts';
import { dumpHead, isDumpHead } from './tables/dump-head.ts';
import { sqliteTables } from './tables/sqlite-tables.ts';

/** The tables of a home-grown chat: dumps of PostgreSQL and MySQL, database files of SQLite, a CSV file for each table. */
export const sql: ExportReader = {
  system: 'sql',
  label: 'SQL',

  async detect(all, _shape, isOthers): Promise<Detected | undefined> {
    const files = all.sample();
    const { dumps, databases, csvs } = await kindsOf(files);
    // Only who declares where things are means the tables of another system.
    if (isOthers) for (const file of databases) if (await isOthers(file)) return undefined;
    if (databases.length > 0) return { variant: 'database file of SQLite' };
    const [dump] = dumps;
    // A dump among other files need not be what they are about.
    const isCommon = csvs.length > 0 ? { isCommon: true as const } : {};
    if (dump) return { variant: `dump of ${dumpHead(await files.head(dump)).label}`, ...isCommon };
    if (await areTables(csvs, files)) return { variant: 'CSV files of tables', isCommon: true };
    return undefined;
  },

  ...readerOfTables(tablesOf),
};

type Kinds = Readonly<Record<'dumps' | 'databases' | 'csvs', readonly ExportFile[]>>;

const CSV = /\.[ct]sv(?:\.(?:gz|zst|zstd))?$/i;

/** Finds out what the files are. */
async function kindsOf(files: ExportFiles): Promise<Kinds> {
  const [dumps, databases, csvs]: [ExportFile[], ExportFile[], ExportFile[]] = [[], [], []];
  for (const file of files.all) {
    const head = await files.head(file);
    if (head !== '' && isDumpHead(head)) dumps.push(file);
    else if (head !== '' && CSV.test(file.name)) csvs.push(file);
    else if (head === '' && (await isSqlite(file, files))) databases.push(file);
    // Its error says what else can be done with it.
    else if (head === '' && files.all.length === 1) await openBytes(file.path, undefined, files.system);
  }
  return { dumps, databases, csvs };
}

/** True if CSV files are the tables of a chat: one has the name of a table of messages, and its columns. */
async function areTables(csvs: readonly ExportFile[], files: ExportFiles): Promise<boolean> {
  const { tables, columns } = usual.messages;
  for (const file of csvs) {
    const table = await csvTable(file, files);
    const has = (field: string): boolean =>
      table.columns.some((column) => columns[field]?.includes(plainColumnName(column)));
    if (tables.includes(plainColumnName(table.name)) && needed.messages.every((names) => names.some(has)))
      return true;
  }
  return false;
}

async function tablesOf({ files, signal }: Pick<ExportInput, 'files' | 'signal'>): Promise<FoundTables> {
  const { dumps, databases, csvs } = await kindsOf(files);
  const tables: ChatTable[] = [];
  for (const file of databases) tables.push(...(await sqliteTables(file)));
  const { tables: dumped, notes } = await catalogOf(dumps, files, signal);
  tables.push(...dumped);
  if (tables.length === 0) for (const file of csvs) tables.push(await csvTable(file, files));
  return { tables, notes };
}
