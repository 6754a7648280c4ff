import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/repository.ts';

const script = join(repository, 'bench/run.ts');
const cli = join(repository, 'src/cli.ts');

type Row = Readonly<Record<string, string>>;

async function bench(...args: readonly string[]): Promise<readonly Row[]> {
  const options = ['--rows', '2000', '--runs', '1', '--bad', '500', '--cli', cli, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  const cells = stdout
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [columns = [], _rule, ...rows] = cells;
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])));
}

describe('the benchmark', () => {
  test('prints every figure, and the programs it compares do the same work', async () => {
    const before = await readdir(join(repository, 'bench'));
    const rows = await bench();
    expect(await readdir(join(repository, 'bench'))).toEqual(before);
    // DuckDB is measured only where somebody has installed it.
    const always = rows.filter(({ Program }) => !Program?.startsWith('DuckDB'));
    expect(always.map(({ Figure, Program }) => `${Figure}: ${Program}`)).toEqual([
      'validate, CSV: chatferry validate',
      'validate, CSV: afternoon script',
      'validate, NDJSON: chatferry validate',
      'validate, NDJSON: afternoon script',
      'validate, rows as objects: slug, hash and where',
      'validate, rows as objects: plain columns',
      'validate, no ids: chatferry validate',
      'run, a peer that answers at once: chatferry run',
      'run, a peer that answers at once: afternoon script',
      'run, a peer that answers at once: raw undici loop, bodies ready',
      'run, 1 in 500 rows wrong: chatferry run',
      'run, 1 in 500 rows refused by the service: chatferry run',
      'run, 1 in 500 rows refused with its whole request: chatferry run',
      'run, the sandbox: chatferry run',
      'run, the sandbox: sandbox',
      'resume, killed at 90 %: start to first write: chatferry run',
      'sandbox, import of users: sandbox, 50 rows a request',
      'sandbox, import of users: bare SQLite inserts',
      'sandbox, import of messages: sandbox, 50 rows a request',
      'sandbox, import of messages: bare SQLite inserts',
      'sandbox, a page: GET /users?perPage=100, first page',
      'sandbox, a page: GET /users?perPage=100, middle page',
      'sandbox, a page: GET /users?perPage=100, last page',
      'sandbox, a page: a conversation, first 100 messages',
      'sandbox, a page: a conversation, last 100 messages',
      'sandbox, a page: a conversation, 100 after a message',
      'sandbox, a page: a group, last 100 messages',
      'sandbox, a page: all messages, last 100',
      'sandbox, a page: conversations, 100',
      'sync, first run: chatferry run',
      'sync, nothing has changed: chatferry run',
      'sync, nothing has changed: chatferry validate',
      'sync, 1 % has changed: chatferry plan',
      'sync, 1 % has changed: chatferry validate',
      'sync, 1 % has changed, all of it: chatferry run',
      'start: node -e 0',
      'start: chatferry --version',
      'start: chatferry status',
      'start: chatferry --help',
    ]);
    // 2,000 messages, 50 users, 5 groups and 80 memberships, whoever counts them.
    const counted = rows.filter(
      ({ Figure, Rows }) => Rows !== '' && !/^sandbox,|as objects|no ids/.test(Figure ?? ''),
    );
    expect(new Set(counted.map(({ Rows }) => Rows))).toEqual(new Set(['2,135']));
    const rejected = counted.filter(({ Rejected }) => Rejected !== '');
    for (const { Figure, Rejected } of rejected) expect(Rejected).toBe(Figure?.includes('1 in') ? '4' : '0');
    const floors = rows.filter(
      (row) => row['Requests/floor'] !== '' && !row['Figure']?.includes('whole request'),
    );
    expect(floors.length).toBeGreaterThan(0);
    for (const row of floors) expect(row['Requests/floor']).toBe('1.000');
    // Some forty processes, one after the other.
  }, 300_000);

  test('measures one part alone', async () => {
    const rows = await bench('--only', 'start');
    expect(new Set(rows.map(({ Figure }) => Figure))).toEqual(new Set(['start']));
  });
});
