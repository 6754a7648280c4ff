import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sourcesHere } from '../../e2e/sources/sources-here.ts';
import { type SheetCell, workbookOf } from '../../input/sources/xlsx/workbook.ts';
import { runHere } from '../../support/command-here.ts';
import { at, BOOK, MESSAGES, ROOMS, USERS } from './chat-book.ts';
import { initiated, landing } from './initiated.ts';

test('each sheet of the workbooks of a folder is a table, and files of later days are taken', async () => {
  const books = Object.fromEntries(
    [1, 2, 3, 4].map((day) => [
      `messages-${day}.xlsx`,
      workbookOf([
        {
          name: 'export',
          rows: MESSAGES.slice(0, 1 + day).map((row, n) =>
            n === 0 ? row : [`${day}-${n}`, ...row.slice(1)],
          ),
        },
      ]),
    ]),
  );
  const result = await initiated(
    {
      'people.xlsx': workbookOf([
        { name: 'users', rows: USERS },
        { name: 'rooms', rows: ROOMS },
      ]),
      ...books,
    },
    '--zone',
    'UTC',
  );
  expect(landing(result)).toMatchObject({ users: '3/3', groups: '2/2', messages: '10/10' });
  expect(result.text).toContain('path: messages-*.xlsx\n');
});

const BAD = workbookOf([
  { name: 'users', rows: [...USERS, [], ['u-4', '#REF!', at(1, 3)]] },
  { name: 'rooms', rows: ROOMS },
]);

test('inspect shows each sheet', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'chat.xlsx'), BAD);
  const { stdout } = await runHere(['inspect', join(folder.path, 'chat.xlsx'), '--json']);
  expect(JSON.parse(stdout).files).toMatchObject([
    { format: 'xlsx', sheet: 'rooms', rows: 2 },
    {
      format: 'xlsx',
      sheet: 'users',
      rows: 4,
      faulty: { rows: 1, first: [{ line: 6, code: 'XLSX.CELL_INVALID' }] },
    },
  ]);
  const shown = await runHere(['inspect', join(folder.path, 'chat.xlsx')]);
  expect(shown.stdout).toContain('chat.xlsx!/users');
});

test('a rejected row names file, sheet, row and cell, and comes back from its rejects file', async () => {
  await using here = await sourcesHere({
    files: {},
    sources: '  users: { path: "*.xlsx", sheet: users, map: { uid: id } }',
  });
  await writeFile(join(here.folder, 'chat.xlsx'), BAD);
  const run = await here.run('run', '--yes');
  expect([run.exitCode, run.stdout]).toEqual([4, expect.stringContaining('cell B6 has the error #REF!')]);
  const rejects = join(here.state, 'rejects/users.csv');
  const text = await readFile(rejects, 'utf8');
  expect(text).toContain('chat.xlsx!/users,6,4');
  const [head = ''] = text.split('\n');
  const row = head
    .split(',')
    .map(
      (name) =>
        ({ id: 'u-4', name: 'Dora', _file: 'chat.xlsx!/users', _line: '6', _row: '4' })[
          name.replace('\ufeff', '').trim()
        ] ?? '',
    );
  await writeFile(rejects, `${head}\n${row.join(',')}\n`);
  const retried = await here.run('rejects retry', '--yes');
  expect(retried.exitCode, retried.stderr).toBe(0);
  const users = await Array.fromAsync(here.reader.list('/users'));
  expect(users).toHaveLength(4);
});

/** The text of a CSV file whose empty cells are dashes. */
const dashed = (rows: readonly (readonly SheetCell[])[]): string =>
  rows.map((row) => `${row.map((cell) => (cell instanceof Date ? '-' : cell)).join(',')}\n`).join('');

test.each([
  ['chat.xlsx', '', (rows: SheetCell[][]) => workbookOf([{ name: 'users', rows }])],
  ['chat.csv', ', nulls: ["-"]', dashed],
])('a nightly sync of %s finds what is new and changed', async (name, options, made) => {
  await using here = await sourcesHere({
    files: {},
    sources: `  users: { path: ${name}, map: { uid: id }${options} }`,
    rest: 'sync: {}',
  });
  const [head = [], ann = [], ben = []] = USERS;
  await writeFile(join(here.folder, name), made([head, ann, ben]));
  expect((await here.run('run', '--yes')).exitCode).toBe(0);
  await writeFile(
    join(here.folder, name),
    made([head, ['u-9', 'Nina', at(1, 9)], ann, ['u-2', 'Ben B.', at(1, 1)]]),
  );
  const { exitCode, result } = await here.json<{ readonly entities: { readonly users: object } }>(
    'run',
    '--yes',
  );
  expect([exitCode, result.entities.users]).toMatchObject([0, { created: 1, updated: 1, unchanged: 1 }]);
});

test.each([
  ['users: { path: chat.xlsx, sheet: nobody }', 'SOURCE.MISSING', 'it has users'],
  ['users: { path: users.csv, sheet: users }', 'CONFIG.INVALID', 'sheet: is for Excel workbooks'],
  ['users: { path: chat.xlsx, delimiter: ";" }', 'CONFIG.INVALID', 'delimiter: is not for Excel workbooks'],
])('%s is refused', async (source, code, words) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'chat.xlsx'), BOOK);
  await writeFile(join(folder.path, 'users.csv'), 'uid,name\nann,Ann\n');
  const pipeline = join(folder.path, 'p.yaml');
  await writeFile(pipeline, `version: 1\nname: book\ntarget: sandbox\nsources:\n  ${source}\n`);
  const { exitCode, stderr } = await runHere(['validate', pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(code)]);
  expect(stderr).toContain(words);
});
