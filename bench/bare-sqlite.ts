import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * The floor of an import: one prepared statement inserts the rows of one table of a sandbox's data file into a new file
 * with the same tables and indexes, 50 rows a transaction as in an import request. Triggers are left out. The time for
 * reading the rows is not measured. node bare-sqlite.ts DATA_FILE NEW_FILE TABLE
 */
const [dataFile = '', newFile = '', table = ''] = process.argv.slice(2);
const BATCH = 50;
const CHUNK = 20_000;

const from = new DatabaseSync(dataFile, { readOnly: true });
const into = new DatabaseSync(newFile);
into.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
into.exec('PRAGMA cache_size = -32768; PRAGMA wal_autocheckpoint = 4000');
const made = from.prepare("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND type <> 'trigger'").all();
for (const { sql } of made) into.exec(String(sql));

const columns = Object.keys(from.prepare(`SELECT * FROM ${table} LIMIT 1`).get() ?? {});
const insert = into.prepare(
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
);
const read = from.prepare(`SELECT * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${CHUNK}`);
let rows = 0;
let last = 0;
let ms = 0;
for (;;) {
  const chunk = read.all(last) as Record<string, SQLInputValue>[];
  if (chunk.length === 0) break;
  const values = chunk.map((row) => columns.map((column) => row[column] ?? null));
  last = Number(chunk.at(-1)?.[columns[0] ?? '']);
  const startedAt = performance.now();
  for (let at = 0; at < values.length; at += BATCH) {
    into.exec('BEGIN');
    for (const row of values.slice(at, at + BATCH)) insert.run(...row);
    into.exec('COMMIT');
  }
  ms += performance.now() - startedAt;
  rows += chunk.length;
}
into.close();
process.stdout.write(`${JSON.stringify({ rows, rejected: 0, seconds: ms / 1_000 })}\n`);
