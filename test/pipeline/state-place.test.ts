import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadPipeline } from '../../src/pipeline/pipeline.ts';
import { readStatePlace } from '../../src/pipeline/state-place.ts';
import { runHere } from '../support/command-here.ts';

const SOURCES = 'sources: { users: { path: u.csv } }';

function written(text: string, name = 'pipeline.yaml') {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const file = join(folder.path, name);
  writeFileSync(file, text);
  return { file, [Symbol.dispose]: () => folder.remove() };
}

test.each([
  `version: 1\nname: a-1\n${SOURCES}\n`,
  `version: 1\nname: a\nstate: ../elsewhere\n${SOURCES}\n`,
  `version: 1\nname: a\nstate: /var/kept\nsync: {}\n${SOURCES}\n`,
  `version: 1\nname: &n a\nstate: *n\nsync: { onMissing: delete }\n${SOURCES}\n`,
  '{"version":1,"name":"j","sources":{"users":{"path":"u.csv"}}}',
])('is where the whole pipeline has it: %j', (text) => {
  using at = written(text);
  const { name, stateFolder, sync } = loadPipeline(at.file, {});
  expect(readStatePlace(at.file)).toEqual({ name, stateFolder, sync });
});

test.each([
  ['a name that is none', `name: A b\n${SOURCES}`],
  ['a number as the name', `name: 7\n${SOURCES}`],
  ['a variable in the name', `name: \${NAME}\n${SOURCES}`],
  ['a variable in the path', `name: a\nstate: \${HOME}/x\n${SOURCES}`],
  ['no path', `name: a\nstate: ""\n${SOURCES}`],
  ['a sync that is none', `name: a\nsync: yes\n${SOURCES}`],
  ['no map', '- name: a'],
  ['no YAML', 'name: [a'],
  ['two of a key', 'name: a\nname: b'],
  [
    'an alias bomb',
    `a: &a [${'x,'.repeat(100)}]\nb: &b [${'*a,'.repeat(100)}]\nc: [${'*b,'.repeat(100)}]\nname: a`,
  ],
])('is not plain: %s', (_what, text) => {
  using at = written(text);
  expect(readStatePlace(at.file)).toBeUndefined();
});

test('code, and what is not there, are not read', () => {
  using at = written('name: a', 'pipeline.ts');
  expect(readStatePlace(at.file)).toBeUndefined();
  expect(readStatePlace(`${at.file}.yaml`)).toBeUndefined();
});

test('status shows the state while the rest of the file is a mistake, and explains one in what it reads', async () => {
  using wrong = written(`version: 1\nname: a\nlimits:\n  batch: \${BATCH}\n${SOURCES}`);
  expect(await runHere(['status', wrong.file])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('not started'),
  });
  using unnamed = written(`version: 1\n${SOURCES}`);
  expect(await runHere(['status', unnamed.file])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('CONFIG.INVALID'),
  });
});
