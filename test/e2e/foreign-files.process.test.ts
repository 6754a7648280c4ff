import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/result/report.ts';
import { mainHere } from '../support/main-here.ts';

test('a JSON array and a file with another delimiter land; rejects of the array are lines of NDJSON', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const write = (name: string, text: string): Promise<void> => writeFile(join(folder.path, name), text);
  const users = [{ uid: 'ann', name: 'Ann' }, { uid: 'no-name' }, { uid: 'ben', name: 'Ben' }];
  const text = JSON.stringify(users, null, 2);
  await write('users.json', text);
  await write('groups.csv', 'guid;title;owner\nteam;Team, the first;ann\n');
  const pipeline = join(folder.path, 'pipeline.yaml');
  await write(
    'pipeline.yaml',
    'version: 1\nname: foreign\ntarget: sandbox\nsources:\n  users: { path: users.json }\n  groups: { path: groups.csv, map: { name: title } }\n',
  );
  const { code: exitCode, out: stdout } = await mainHere(['run', pipeline, '--json']);
  const report: Report = JSON.parse(stdout);
  expect([exitCode, report.entities.users.created, report.entities.groups.created]).toEqual([4, 2, 1]);
  expect(report.warnings).toEqual([
    '1 group has no type, so it is created as private; to change that:  map: { type: { const: public } }',
    'groups.csv: read with the delimiter ";": 3 of 3 columns are known by name, 0 of 1 with ","; the pipeline can declare it (delimiter: ";")',
  ]);
  expect(report.problems[0]?.samples[0]).toMatchObject({
    file: 'users.json',
    line: 6,
    byte: text.indexOf('{', 5),
    field: 'name',
  });
  const rejects = await readFile(join(folder.path, '.chatferry/foreign/rejects/users.ndjson'), 'utf8');
  expect(JSON.parse(rejects)).toMatchObject({ uid: 'no-name', _code: 'ROW.FIELD_MISSING', _line: 6 });
});
