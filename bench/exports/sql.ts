/**
 * Writes a dump of a home-grown chat, as mysqldump or pg_dump do.
 *
 *   node bench/exports/sql.ts mysql|postgres MESSAGES > chat.sql
 */
import { stdout } from 'node:process';

const [dialect = 'mysql', count = '1000000'] = process.argv.slice(2);
const messages = Number(count);
const [USERS, ROOMS] = [2_000, 500];
const WORDS = 'the build is green and the map of the harbour was sent to everyone before lunch'.split(' ');
const isMysql = dialect === 'mysql';
const ROWS_PER_INSERT = 5_000;

type Cell = string | number | null;

function* tables(): Generator<
  readonly [name: string, columns: readonly string[], rows: Iterable<readonly Cell[]>]
> {
  const day = '2025-07-01 00:00:00';
  yield ['users', ['id', 'display_name', 'created_at'], times(USERS, (n) => [n, `User ${n}`, at(day)])];
  yield [
    'rooms',
    ['id', 'type', 'name', 'created_at'],
    times(ROOMS, (n) => [n, 'public', `Room ${n}`, at(day)]),
  ];
  yield [
    'room_members',
    ['room_id', 'user_id', 'joined_at'],
    times(ROOMS * 4, (n) => [(n % ROOMS) + 1, ((n * 7) % USERS) + 1, at(day)]),
  ];
  yield [
    'messages',
    ['id', 'room_id', 'sender_id', 'body', 'parent_id', 'created_at', 'edited_at', 'deleted_at'],
    times(messages, (n) => [
      n,
      (n % ROOMS) + 1,
      ((n * 13) % USERS) + 1,
      text(n),
      n % 20 === 0 ? n - 7 : null,
      at(new Date(Date.UTC(2025, 6, 2) + n * 1_000).toISOString().slice(0, 19).replace('T', ' ')),
      null,
      null,
    ]),
  ];
  yield [
    'reactions',
    ['message_id', 'user_id', 'emoji', 'created_at'],
    times(Math.floor(messages / 10), (n) => [n * 10, ((n * 3) % USERS) + 1, '👍', at(day)]),
  ];
  yield [
    'attachments',
    ['id', 'message_id', 'file_name', 'url'],
    times(Math.floor(messages / 50), (n) => [n, n * 50, `f${n}.png`, `https://files.example.test/${n}.png`]),
  ];
}

const at = (time: string): string => (isMysql ? time : `${time}+00`);

function* times<T>(n: number, of: (n: number) => T): Generator<T> {
  for (let index = 1; index <= n; index++) yield of(index);
}

function text(n: number): string {
  const words = Array.from({ length: 6 + (n % 12) }, (_, index) => WORDS[(n * 5 + index * 3) % WORDS.length]);
  return n % 9 === 0 ? `it's ${words.join(' ')} é\nsecond line` : words.join(' ');
}

const quoted = (cell: Cell): string =>
  cell === null
    ? 'NULL'
    : typeof cell === 'number'
      ? String(cell)
      : `'${cell.replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
const copied = (cell: Cell): string => (cell === null ? '\\N' : String(cell).replaceAll('\n', '\\n'));

let waiting: string[] = [];
let length = 0;
async function write(line: string): Promise<void> {
  waiting.push(line);
  length += line.length;
  if (length > 1 << 20) await flush();
}
async function flush(): Promise<void> {
  const piece = waiting.join('');
  waiting = [];
  length = 0;
  if (!stdout.write(piece)) await new Promise((resolve) => stdout.once('drain', resolve));
}

await write(
  isMysql
    ? "-- MySQL dump 10.13\n/*!40103 SET TIME_ZONE='+00:00' */;\n"
    : '--\n-- PostgreSQL database dump\n--\n\nSET standard_conforming_strings = on;\n',
);
for (const [name, columns, rows] of tables()) {
  const types = columns.map(
    (column) =>
      `${column} ${column.endsWith('_at') ? (isMysql ? 'timestamp NULL' : 'timestamp with time zone') : 'text'}`,
  );
  await write(`CREATE TABLE ${isMysql ? `\`${name}\`` : `public.${name}`} (\n${types.join(',\n')}\n);\n`);
  if (!isMysql) await write(`COPY public.${name} (${columns.join(', ')}) FROM stdin;\n`);
  let row = 0;
  for (const cells of rows) {
    if (!isMysql) await write(`${cells.map(copied).join('\t')}\n`);
    else {
      const begin =
        row === 0
          ? `INSERT INTO \`${name}\` VALUES `
          : row % ROWS_PER_INSERT === 0
            ? `;\nINSERT INTO \`${name}\` VALUES `
            : ',';
      await write(`${begin}(${cells.map(quoted).join(',')})`);
    }
    row++;
  }
  await write(isMysql ? ';\n' : '\\.\n\n');
}
await write(isMysql ? '-- Dump completed\n' : '--\n-- PostgreSQL database dump complete\n--\n');
await flush();
