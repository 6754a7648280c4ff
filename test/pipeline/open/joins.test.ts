import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
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
    'sources.users.join.c: no row of cars.csv has any owner of the rows, such as "bo"',
  ]);
});
