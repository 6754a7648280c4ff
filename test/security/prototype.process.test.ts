import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../e2e/cli-process.ts';
import { workspace } from '../e2e/workspace.ts';
import { runCli } from '../support/cli-process.ts';
import { CLEAN, PROBE } from './prototype-probe.ts';

/** Every way in which a file may try to reach the prototype of all objects. */
const ROWS = [
  '{"uid":"ann","name":"Ann","metadata":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
  '{"uid":"__proto__","name":"Proto","metadata":{"a":{"__proto__":{"polluted":1}}}}',
  '{"uid":"constructor","name":"Constructor","__proto__":{"polluted":1}}',
].join('\n');

test('no input of any kind changes the prototype of objects, and __proto__ is not there', async () => {
  using space = workspace(3);
  space.write('users.ndjson', `${ROWS}\n`);
  space.write(
    'groups.csv',
    'guid,name,__proto__,__proto__.polluted,constructor.prototype.polluted\nteam,Team,polluted,1,1\n',
  );
  const sources = [
    '  users: { path: users.ndjson }',
    '  groups: { path: groups.csv, map: { "metadata.__proto__": { const: polluted } } }',
  ].join('\n');
  const pipelines = [
    space.pipeline({ sources: sources.split('\n')[0] as string }),
    space.write('map.yaml', `version: 1\nname: e2e\nsources:\n${sources}\n`),
    space.write('yaml.yaml', 'version: 1\nname: e2e\n__proto__: { polluted: 1 }\n'),
    space.write(
      'json.json',
      '{"version":1,"name":"e2e","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    ),
  ];
  const commands = pipelines.flatMap((pipeline) => [
    ['validate', pipeline],
    ['run', pipeline],
  ]);
  for (const command of [...commands, ['inspect', join(space.folder, 'groups.csv')]])
    expect((await cli([...command, '--json'], PROBE)).err).toContain(CLEAN);
});

test('rows whose ids are names of the prototype land, once each', async () => {
  using space = workspace(3);
  space.write('users.ndjson', `${ROWS.replaceAll('{"a":{"__proto__":{"polluted":1}}}', '{"a":1}')}\n`);
  const pipeline = space.pipeline({ sources: '  users: { path: users.ndjson }' });
  const { out } = await cli(['run', pipeline, '--json']);
  expect(JSON.parse(out)).toMatchObject({ exitCode: 0, entities: { users: { read: 3, created: 3 } } });
  expect((await cli(['verify', pipeline])).code).toBe(0);
});

test('options of the command line cannot name the prototype', async () => {
  for (const option of [
    '--__proto__.polluted=1',
    '--constructor.prototype.polluted=1',
    '--json.__proto__.polluted=1',
  ]) {
    const { exitCode, stderr } = await runCli('validate', 'x.yaml', option);
    expect([option, exitCode]).toEqual([option, 2]);
    expect(stderr).not.toContain('BUG.');
  }
});
