import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runHere } from '../../support/command-here.ts';

/** The warnings of a validation of users who were created at these times. */
async function warningsOf(times: readonly string[], map = ''): Promise<readonly string[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-times-'));
  const rows = times.map((time, index) => `u-${index},User,${time}\n`).join('');
  await writeFile(join(folder.path, 'users.csv'), `uid,name,createdAt\n${rows}`);
  const pipeline = join(folder.path, 'pipeline.yaml');
  await writeFile(pipeline, `version: 1\nname: times\nsources:\n  users: { path: users.csv${map} }\n`);
  const { stdout } = await runHere(['validate', pipeline, '--json']);
  return (JSON.parse(stdout) as Report).warnings;
}

test.each([
  [
    'milliseconds that are read as seconds',
    ['1700000000123', '1700000001123', ''],
    '',
    'users.csv: the times of createdAt are 2 milliseconds, no other unit among 2 cells: declare map: { createdAt: { from: createdAt, time: ms } }',
  ],
  [
    'seconds that are read as milliseconds',
    ['1700000000'],
    ', map: { createdAt: { from: createdAt, time: ms } }',
    'users.csv: the times of createdAt are 1 seconds, no other unit among 1 cells: declare map: { createdAt: { from: createdAt, time: s } }',
  ],
  [
    'two units in one column',
    ['1700000000', '1700000001123', '1700000002', '2024-02-28T10:00:00Z'],
    '',
    'users.csv: the times of createdAt are 2 seconds and 1 milliseconds: a column must have one unit, correct the export',
  ],
])('the whole column is reported: %s', async (_name, times, map, warning) => {
  expect(await warningsOf(times, map)).toEqual([warning]);
});

test.each([
  [['1700000000', '2024-02-28T10:00:00Z'], ''],
  [['1700000000123'], ', map: { createdAt: { from: createdAt, time: ms } }'],
  [['28/02/2024'], ', map: { createdAt: { from: createdAt, time: dd/MM/yyyy, zone: utc } }'],
])('times that fit give no warning: %j%s', async (times, map) => {
  expect(await warningsOf(times, map)).toEqual([]);
});
