import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { sourcesHere } from '../../e2e/sources/sources-here.ts';
import { runHere } from '../../support/command-here.ts';

const CARS = 'plate,owner\nA 1,ann\nA 2,ann\n';

/** The warnings of a validation of `users.csv` joined with `cars.csv`. */
async function warnings(join_: string, users: string): Promise<readonly string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'cars.csv'), CARS);
  await writeFile(join(folder.path, 'users.csv'), users);
  const pipeline = join(folder.path, 'pipeline.yaml');
  await writeFile(
    pipeline,
    `version: 1\nname: joins\nsources:\n  users:\n    path: users.csv\n    join: { c: ${join_} }\n    map: { metadata.cars: c.plate }\n`,
  );
  const { stdout, stderr } = await runHere(['validate', pipeline, '--json']);
  if (stdout === '') throw new Error(stderr);
  return (JSON.parse(stdout) as Report).warnings;
}

const MANY = '{ path: cars.csv, on: { owner: uid }, many: true }';

test('a row without a partner is named once', async () => {
  expect(await warnings('{ path: cars.csv, on: { plate: uid } }', 'uid,name\nbo,Bo\ncy,Cy\n')).toEqual([
    'sources.users.join.c: no row of cars.csv has the plate "bo", and maybe others',
  ]);
});

test('an empty list of partners is nothing to warn of, whether it comes before a filled one or after it', async () => {
  expect(await warnings(MANY, 'uid,name\nbo,Bo\nann,Ann\ncy,Cy\n')).toEqual([]);
});

test('lists that are all empty are named: the column may be the wrong one', async () => {
  expect(await warnings(MANY, 'uid,name\nbo,Bo\ncy,Cy\n')).toEqual([
    'sources.users.join.c: no row of cars.csv has any owner of these rows, such as "bo"',
  ]);
});

test('a joined file of a million rows is read, and one more row ends the command before anything is read', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'users.csv'), 'uid,name\nann,Ann\n');
  const pipeline = join(folder.path, 'pipeline.yaml');
  const source =
    '{ path: users.csv, join: { c: { path: cars.csv.gz, on: { owner: uid } } }, map: { role: c.role } }';
  await writeFile(pipeline, `version: 1\nname: joins\nsources:\n  users: ${source}\n`);
  const exitCodes: number[] = [];
  for (const more of ['', ',\n']) {
    const cars = gzipSync(`owner,role\n${',\n'.repeat(999_999)}ann,driver\n${more}`);
    await writeFile(join(folder.path, 'cars.csv.gz'), cars);
    const { exitCode, stderr } = await runHere(['validate', pipeline]);
    exitCodes.push(exitCode);
    if (exitCode !== 0)
      expect(stderr).toMatch(/LOOKUP\.TOO_LARGE[\s\S]*cars\.csv\.gz has more than 1000000 rows/);
  }
  expect(exitCodes).toEqual([0, 2]);
});

test('a join reads the rows of JSON documents at a glob, with what stands above them; distinct rows are taken once', async () => {
  const room = (id: string, ...people: readonly string[]): string =>
    JSON.stringify({ room: { id }, list: people.map((who, n) => ({ n, who })) });
  await using here = await sourcesHere({
    files: {
      'rooms/1.json': room('a', 'ann', 'ben', 'ann'),
      'rooms/2.json': room('b', 'cy'),
      'rooms/3.json': room('a', 'ben', 'cy'),
      'users.csv': 'uid,name,room\nann,Ann,a\n',
    },
    sources: `
  users:
    path: users.csv
    join:
      all: { path: rooms/*.json, rows: "$.list[*]", on: { ^.room.id: room }, many: true }
      some: { path: rooms/*.json, rows: "$.list[*]", on: { ^.room.id: room }, many: distinct }
    map: { metadata.all: all.who, metadata.some: some.who }
`,
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const [ann] = await Array.fromAsync(here.reader.list('/users'));
  expect(ann?.['metadata']).toEqual({
    all: ['ann', 'ben', 'ann', 'ben', 'cy'],
    some: ['ann', 'ben', 'cy'],
  });
});

test('a joined column that no row has is no mistake in a condition, one that the file lacks is', async () => {
  const sources = (column: string): string => `
  users:
    path: users.csv
    join: { c: { path: cars.csv, on: { owner: uid } } }
    where: { ${column}: "" }
`;
  await using here = await sourcesHere({
    files: { 'cars.csv': 'plate,owner\nA 1,ann\n', 'users.csv': 'uid,name\nbo,Bo\n' },
    sources: sources('c.plate'),
  });
  expect((await here.json('validate')).result.entities.users).toMatchObject({ pending: 1 });
  here.declare(sources('c.plates'));
  expect((await here.run('validate')).stderr).toContain('WHERE.COLUMN_MISSING');
});

test('a condition on a joined column whose own column is not there names that column', async () => {
  await using here = await sourcesHere({
    files: { 'cars.csv': CARS, 'users.csv': 'uid,name\nann,Ann\n' },
    sources:
      '\n  users: { path: users.csv, join: { c: { path: cars.csv, on: { plate: uidd } } }, where: { c.owner: { not: [""] } } }',
  });
  const { exitCode, stderr } = await here.run('validate');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('SOURCE.COLUMN_MISSING');
  expect(stderr).toContain('users.csv has no column "uidd", which join.c needs, did you mean uid');
});

const LOG = `id,of,at,text
1,a,10,ten
2,a,9,nine
3,a,,none
4,b,2024-05-01T10:00:00+02:00,eight
5,b,2024-05-01T09:00:00.5Z,nine and a half second
6,b,2024-05-01T09:00:00Z,nine
7,c,x,equal 1
8,c,x,equal 2
9,d,,only
`;

/** The text that a join gives each user. */
async function joined(join_: string): Promise<Readonly<Record<string, unknown>>> {
  await using here = await sourcesHere({
    files: { 'log.csv': LOG, 'users.csv': 'uid,name\na,A\nb,B\nc,C\nd,D\ne,E\n' },
    sources: `
  users:
    path: users.csv
    join: { l: ${join_} }
    map: { metadata.text: l.text }
`,
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const users = await Array.fromAsync(here.reader.list('/users'));
  return Object.fromEntries(
    users.flatMap(({ uid, metadata }) => (metadata ? [[uid, (metadata as { text: unknown }).text]] : [])),
  );
}

test.each([
  ['many: first', { a: 'ten', b: 'eight', c: 'equal 1', d: 'only' }],
  ['many: last', { a: 'none', b: 'nine', c: 'equal 2', d: 'only' }],
  ['many: first, by: at', { a: 'none', b: 'eight', c: 'equal 1', d: 'only' }],
  ['many: last, by: at', { a: 'ten', b: 'nine and a half second', c: 'equal 2', d: 'only' }],
  [
    'many: last, by: at, where: { text: { not: ten } }',
    { a: 'nine', b: 'nine and a half second', c: 'equal 2', d: 'only' },
  ],
  [
    'many: all, where: { of: [a, c], id: { matches: "[137]" } }',
    { a: ['ten', 'none'], b: [], c: ['equal 1'], d: [], e: [] },
  ],
  ['where: { id: [1, 4, 7, 9] }', { a: 'ten', b: 'eight', c: 'equal 1', d: 'only' }],
])('a join with %s', async (how, texts) => {
  expect(await joined(`{ path: log.csv, on: { of: uid }, ${how} }`)).toEqual(texts);
});

test.each([
  ['many: last, by: gone', /WHERE\.COLUMN_MISSING[\s\S]*join\.c: no row has "gone"/],
  ['where: { gone: 1 }', /WHERE\.COLUMN_MISSING[\s\S]*join\.c: no row has "gone"/],
  ['where: { plate: { not: { column: gone } } }, many: all', /no row has "gone"/],
  ['by: plate', /by needs many: first or many: last/],
  ['many: newest', /join\.c\.many/],
  ['where: { plate: { not: { empty: true } } }', /line 7[\s\S]*join\.c\.where\.plate|join\.c\.where\.plate/],
])('a join with %s is refused', async (how, message) => {
  await expect(
    warnings(`{ path: cars.csv, on: { owner: uid }, ${how} }`, 'uid,name\nbo,Bo\n'),
  ).rejects.toThrow(message);
});
