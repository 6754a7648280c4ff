import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { CPU_MS_MAX, workOf, workOfExport } from './work-of.ts';

const SLOW = `replace(hex(zeroblob(5000)), '0', hex(zeroblob(5000)))`;
const USERS =
  'INSERT INTO users(id, name) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i, i FROM n;';
const PLAIN = `CREATE TABLE users(id int, name text); ${USERS}`;

/** The bytes of a database, whose schema a statement may change as it likes. */
function databaseOf(sql: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-bounds-'));
  try {
    const path = join(folder, 'a.db');
    const database = new DatabaseSync(path, { defensive: false });
    database.exec(sql);
    database.close();
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const ROOMS = `CREATE TABLE rooms(id int, name text); INSERT INTO rooms VALUES (1, 'Quay');`;
const MESSAGES = `CREATE TABLE messages(id int, room_id int, sender_id int, created_at int, body text AS (${SLOW}));
  INSERT INTO messages(id, room_id, sender_id, created_at) SELECT id, 1, 1, 1767225600 FROM users;`;

test.each([
  ['a generated column', `${PLAIN} ${ROOMS} ${MESSAGES}`],
  ['a view', `${PLAIN} CREATE VIEW messages AS SELECT id, ${SLOW} AS body FROM users;`],
  ['an index of an expression', `${PLAIN} CREATE INDEX i ON users(id) WHERE name <> 'x';`],
  [
    'views of views',
    `${PLAIN} CREATE VIEW v0 AS SELECT 1 AS a;
    ${Array.from({ length: 30 }, (_, at) => `CREATE VIEW v${at + 1} AS SELECT x.a FROM v${at} x, v${at} y;`).join('\n')}`,
  ],
  ['a table of a module', `${PLAIN} CREATE VIRTUAL TABLE messages USING fts5(id, body);`],
  [
    'an entry that is another view',
    `${PLAIN} CREATE TABLE messages(id int); CREATE VIEW other AS SELECT ${SLOW} AS id FROM users; PRAGMA writable_schema = 1;
    UPDATE sqlite_schema SET sql = replace(sql, 'TABLE messages', 'TABLE others') WHERE name = 'messages';
    UPDATE sqlite_schema SET sql = replace(sql, 'VIEW other ', 'VIEW messages ') WHERE name = 'other';`,
  ],
])('a database with %s is read without running it', async (_, sql) => {
  const files = { 'a.db': databaseOf(sql) };
  const inspected = await workOf(files, 'inspect', '@/a.db');
  const validated = await workOfExport(files, 'sql');
  expect(inspected.cpuMs).toBeLessThan(CPU_MS_MAX);
  expect(validated.cpuMs).toBeLessThan(CPU_MS_MAX);
});

test('generated columns that are stored are read, others are not there', async () => {
  const sql = `CREATE TABLE users(id int, first text, name text AS (first || '!') STORED); INSERT INTO users VALUES (1, 'Ann');
    CREATE TABLE rooms(id int, name text); CREATE TABLE messages(id int, room_id int, sender_id int, body text, created_at int);
    INSERT INTO rooms VALUES (1, 'Quay'); INSERT INTO messages VALUES (1, 1, 1, 'hi', 1767225600);`;
  const { stdout, stderr } = await workOfExport({ 'a.db': databaseOf(sql) }, 'sql');
  expect(stderr).toBe('');
  expect((JSON.parse(stdout) as Report).entities.users).toMatchObject({ read: 1, pending: 1 });
});
