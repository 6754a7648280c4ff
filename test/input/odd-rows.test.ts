import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serviceHere } from '../support/service-here.ts';

/** Rows that are none: the header again, and rows of nothing but delimiters. */

const users = (from: number, count: number): string =>
  Array.from({ length: count }, (_, index) => `u${from + index},User ${from + index}\n`).join('');

test.each([
  ['', 'uid,name\n'],
  ['in Windows lines', 'uid,name\r\n'],
  ['at the end', 'uid,name'],
])('a header that stands again is refused, and no user is called like a column %s', async (_, again) => {
  const rest = again.endsWith('\n') ? users(900, 3) : '';
  await using here = await serviceHere({
    files: { 'users.csv': `uid,name\n${users(1, 800)}${again}${rest}` },
  });
  for (const command of ['validate', 'run']) {
    const { exitCode, result } = await here.json(command, ...(command === 'run' ? ['--yes'] : []));
    expect([command, exitCode, result.entities.users?.rejected]).toEqual([command, 4, 1]);
    expect(JSON.stringify(result)).toContain('ROW.IS_HEADER');
  }
  const uids = (await Array.fromAsync(here.service.users.list())).map(({ uid }) => uid);
  expect(uids).not.toContain('uid');
  expect(uids).toContain('u800');
});

test('a header is found anywhere in a large file', async () => {
  const parts = [40_000, 1, 7, 30_000].map((count, part) => `uid,name\n${users(part * 100_000, count)}`);
  await using here = await serviceHere({ files: { 'users.csv': parts.join('') } });
  const { exitCode, result } = await here.json('validate');
  expect([exitCode, result.entities.users?.rejected, result.entities.users?.read]).toEqual([4, 3, 70_011]);
});

test.each([
  ['delimiters', ',\n'],
  ['blanks', ' , \t\n'],
  ['quotes', '"",""\n'],
  ['more delimiters', ',,,,\n'],
])('rows of nothing but %s are left out, and no failure', async (_, row) => {
  const text = `uid,name\n${users(1, 40)}${row.repeat(200)}${users(90, 2)}`;
  await using here = await serviceHere({ files: { 'users.csv': text } });
  for (const command of ['validate', 'run']) {
    const { exitCode, result } = await here.json(
      command,
      '--strict',
      ...(command === 'run' ? ['--yes'] : []),
    );
    const { read, skipped, rejected } = result.entities.users ?? {};
    expect([command, exitCode, read, skipped, rejected]).toEqual([command, 0, 242, 200, 0]);
    expect(result.skipped).toEqual({ 'users.blank': 200 });
  }
});

test('the same in a file with a dialect of its own', async () => {
  const text = "uid;name\nann;'Ann'\nuid;name\n;\n'';''\nben;'Ben'\n";
  await using here = await serviceHere({ files: { 'users.csv': text } });
  const pipeline = here.pipelineAt(here.baseUrl);
  const source = `{ path: users.csv, delimiter: ";", quote: "'" }`;
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace('{ path: users.csv }', source));
  const { exitCode, result } = await here.json('validate');
  const { read, skipped, rejected } = result.entities.users ?? {};
  expect([exitCode, read, skipped, rejected]).toEqual([4, 5, 2, 1]);
});

test('the same in a table that is prepared', async () => {
  const text = `uid,name\n${users(1, 3)}${',\n,,,\n'.repeat(50)}uid,name\n${users(9, 2)}`;
  await using here = await serviceHere({ files: { 'users.csv': text } });
  const pipeline = here.pipelineAt(here.baseUrl);
  const source = '{ path: users.csv, onDuplicate: first }';
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace('{ path: users.csv }', source));
  for (const command of ['validate', 'run']) {
    const { exitCode, result } = await here.json(command, ...(command === 'run' ? ['--yes'] : []));
    const { read, skipped, rejected } = result.entities.users ?? {};
    expect([command, exitCode, read, skipped, rejected]).toEqual([command, 4, 106, 100, 1]);
  }
});
