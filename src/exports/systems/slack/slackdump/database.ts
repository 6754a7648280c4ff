import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { RunError } from '../../../../errors/run-error.ts';
import { parsedJson } from '../../../../input/json/parse-json.ts';
import type { ExportFile } from '../../../files/export-files.ts';
import { openSqlite, passSqlite, tableColumnNames, tableNames } from '../../../files/sqlite-file.ts';
import { record } from '../../../files/values.ts';
import type { RecordPlace } from '../../../neutral.ts';
import { broken, type MessageAnswers, nameOfType, type PeopleAnswers } from './answers.ts';

/**
 * The columns that are read, as the migrations of slackdump have them since its version 3.1. Each row is of a chunk, which
 * is an answer of Slack's API; a row that a later run has read again is there once more, with a higher CHUNK_ID. DATA is
 * the JSON of the answer.
 */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  SESSION: ['ID', 'FINISHED'],
  CHUNK: ['ID', 'TYPE_ID'],
  WORKSPACE: ['CHUNK_ID', 'DATA'],
  S_USER: ['ID', 'CHUNK_ID', 'DATA'],
  CHANNEL: ['ID', 'CHUNK_ID', 'DATA'],
  CHANNEL_USER: ['CHUNK_ID', 'CHANNEL_ID', 'IDX'],
  MESSAGE: ['CHUNK_ID', 'CHANNEL_ID', 'IDX', 'DATA'],
};

/** Tables that together only slackdump has. */
const OWN = ['SESSION', 'CHUNK', 'S_USER'];

/** True if a database is an archive of slackdump's, of any version. */
export async function isArchiveOfSlackdump(file: ExportFile): Promise<boolean> {
  try {
    using database = await openSqlite(file);
    const tables = tableNames(database);
    return OWN.every((name) => tables.includes(name));
  } catch (error) {
    if (error instanceof RunError) return false;
    throw error;
  }
}

/** @throws RunError `EXPORT.FORM_UNSUPPORTED` for a database that lacks what is read of it */
export async function refuseOtherSchema(file: ExportFile): Promise<void> {
  using database = await openSqlite(file);
  for (const [table, columns] of Object.entries(COLUMNS)) {
    const found = tableColumnNames(database, table);
    const lacking = columns.find((column) => !found.includes(column));
    if (lacking === undefined) continue;
    const what = found.length === 0 ? `table ${table}` : `column ${lacking} of table ${table}`;
    throw new RunError(
      'EXPORT.FORM_UNSUPPORTED',
      `${file.path} is an archive of another version of slackdump: it has no ${what}`,
      {
        hint: 'convert it with slackdump itself:  slackdump convert -f export -o export.zip FOLDER',
        where: { file: file.path },
      },
    );
  }
}

/** Passes the people and conversations of an archive, of each the newest row. */
export async function passPeople(file: ExportFile, taker: PeopleAnswers, signal: AbortSignal): Promise<void> {
  const { user, unfinished } = await peopleColumns(file);
  if (unfinished > 0)
    taker.note(
      `slackdump was interrupted, and ${file.name} may be incomplete; slackdump resume reads the rest`,
    );
  const passNewest = (
    table: 'S_USER' | 'CHANNEL',
    kind: 'users' | 'conversations',
    take: PeopleAnswers['user'],
  ) =>
    pass(
      { file, table, sql: newestOf(table) },
      ([data, rank], place) => {
        const row = rowOf(data);
        if (rank !== 1n) taker.dropped(kind, 'repeated');
        else if (row) take(row, place);
        else taker.unreadable(kind, broken(`the DATA of a row of ${table} is no JSON object`), place);
      },
      signal,
    );
  const workspaces = { file, table: 'WORKSPACE', sql: 'SELECT DATA FROM WORKSPACE ORDER BY CHUNK_ID' };
  await pass(workspaces, ([data]) => taker.workspace(rowOf(data) ?? {}), signal);
  await passNewest('S_USER', 'users', (row, place) => taker.user(row, place));
  await passNewest('CHANNEL', 'conversations', (row, place) => taker.conversation(row, place));
  await pass(
    {
      file,
      table: 'CHANNEL_USER',
      sql: `SELECT T.CHANNEL_ID, T.${user}, T.CHUNK_ID = L.NEWEST FROM CHANNEL_USER T JOIN
        (SELECT CHANNEL_ID, MAX(CHUNK_ID) AS NEWEST FROM CHANNEL_USER GROUP BY CHANNEL_ID) L USING (CHANNEL_ID)
        ORDER BY T.CHUNK_ID, T.IDX`,
    },
    ([conversation, id, isNewest], place) => {
      if (isNewest === 1n) taker.member(String(conversation), String(id ?? ''), place);
      else taker.dropped('members', 'repeated');
    },
    signal,
  );
}

/** All rows of a table, and for the newest of each id the rank 1; what was asked of one conversation says more than a list. */
const newestOf = (table: string): string =>
  `SELECT T.DATA, ROW_NUMBER() OVER (PARTITION BY T.ID ORDER BY C.TYPE_ID = 5 DESC, T.CHUNK_ID DESC) AS N
    FROM ${table} T LEFT JOIN CHUNK C ON C.ID = T.CHUNK_ID`;

/** Passes the messages of an archive, those of the newest chunk last. */
export async function passMessages(
  file: ExportFile,
  taker: MessageAnswers,
  signal: AbortSignal,
): Promise<void> {
  const names = await typeNames(file);
  await pass(
    {
      file,
      table: 'MESSAGE',
      sql: `SELECT M.CHANNEL_ID, M.DATA, C.TYPE_ID FROM MESSAGE M LEFT JOIN CHUNK C ON C.ID = M.CHUNK_ID
        ORDER BY M.CHUNK_ID, M.IDX`,
    },
    ([conversation, data, type], place) => {
      const number = Number(type ?? 0);
      const row = rowOf(data);
      if (number > 1) taker.dropped('messages', nameOfType(number, names.get(number)));
      else if (row) taker.message(String(conversation), row, place);
      else taker.unreadable('messages', broken('the DATA of a row of MESSAGE is not a JSON object'), place);
    },
    signal,
  );
  const found = await countOf(file, 'SEARCH_MESSAGE');
  if (found > 0) taker.dropped('messages', nameOfType(10), found);
}

const pass = (
  { file, table, sql }: { readonly file: ExportFile; readonly table: string; readonly sql: string },
  row: (values: readonly SQLOutputValue[], place: RecordPlace) => void,
  signal: AbortSignal,
): Promise<void> => {
  const name = `${file.name}, ${table}`;
  const take = (values: readonly SQLOutputValue[], number: number): void =>
    row(values, { file: name, root: file.root, line: number, row: number });
  return passSqlite({ file, sql, row: take }, signal);
};

/** The JSON of a row, as bytes or as text. */
function rowOf(data: SQLOutputValue | undefined): ReturnType<typeof record> {
  if (typeof data === 'string') return record(parsedJson(data, false));
  return data instanceof Uint8Array ? record(parsedJson(Buffer.from(data).toString(), false)) : undefined;
}

/** The column with the id of a member had another name at first. */
async function peopleColumns(file: ExportFile): Promise<{ user: string; unfinished: number }> {
  using database = await openSqlite(file);
  const user = tableColumnNames(database, 'CHANNEL_USER').includes('USER_ID') ? 'USER_ID' : 'ID';
  return { user, unfinished: count(database, 'SESSION WHERE NOT FINISHED') };
}

async function typeNames(file: ExportFile): Promise<ReadonlyMap<number, string>> {
  using database = await openSqlite(file);
  const found = tableColumnNames(database, 'TYPES');
  if (!['ID', 'NAME'].every((name) => found.includes(name))) return new Map();
  const rows = database.prepare('SELECT ID, NAME FROM TYPES').all();
  return new Map(rows.map(({ ID, NAME }) => [Number(ID), String(NAME)]));
}

async function countOf(file: ExportFile, table: string): Promise<number> {
  using database = await openSqlite(file);
  return tableColumnNames(database, table).length === 0 ? 0 : count(database, table);
}

const count = (database: DatabaseSync, from: string): number =>
  Number(database.prepare(`SELECT COUNT(*) AS N FROM ${from}`).get()?.['N'] ?? 0);
