import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { complete } from '../../src/cli/complete.ts';
import { openPipelineFile } from '../../src/pipeline/code/open-pipeline.ts';
import { loadPipeline } from '../../src/pipeline/pipeline.ts';
import { readStatePlace } from '../../src/pipeline/state-place.ts';
import { realSystem } from '../../src/system/system.ts';
import { runHere } from '../support/command-here.ts';

const HEAD = 'version: 1\nname: demo\nsources: { users: { path: u.csv } }\n';
const TARGETS = `targets:
  staging: sandbox
  production: { appId: "\${PRODUCTION_APP}", region: eu, serviceHost: example.io, caFile: ca.pem }
`;

function written(text: string, name = 'pipeline.yaml') {
  const folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const file = join(folder.path, name);
  writeFileSync(file, text);
  writeFileSync(join(folder.path, 'u.csv'), 'uid,name\na,Ann\n');
  return { folder: folder.path, file, [Symbol.dispose]: () => folder.remove() };
}

test('each target has a state of its own, and the target without a name that of the pipeline', () => {
  using at = written(`${HEAD}${TARGETS}target: { baseUrl: "https://old.example.io/v3" }\n`);
  const env = { PRODUCTION_APP: '2xxxx9f' };
  expect(loadPipeline(at.file, env, 'production')).toMatchObject({
    name: 'demo@production',
    stateFolder: join(at.folder, '.chatferry/demo@production'),
    target: { baseUrl: 'https://2xxxx9f.api-eu.example.io/v3', caFile: join(at.folder, 'ca.pem') },
    retention: { hosted: true, policy: 'reject' },
  });
  expect(loadPipeline(at.file, env, 'staging')).toMatchObject({
    target: 'sandbox',
    retention: { hosted: false },
  });
  expect(loadPipeline(at.file, env)).toMatchObject({
    name: 'demo',
    target: { baseUrl: 'https://old.example.io/v3' },
  });
});

test.each([undefined, 'staging', 'production'])(
  'status finds the state of %s as the whole pipeline has it',
  (to) => {
    using at = written(`${HEAD}${TARGETS}target: sandbox\n`);
    const { name, stateFolder, sync } = loadPipeline(at.file, { PRODUCTION_APP: '2x' }, to);
    expect(readStatePlace(to === undefined ? at.file : `${at.file} --to ${to}`)).toEqual({
      name,
      stateFolder,
      sync,
    });
  },
);

test('a target that is not used may name variables that are not set; the one that is used may not', () => {
  using at = written(HEAD + TARGETS);
  expect(loadPipeline(at.file, {}, 'staging').target).toBe('sandbox');
  expect(() => loadPipeline(at.file, {}, 'production')).toThrow('PRODUCTION_APP is not set');
});

test('without a target and without --to every command names what there is, and does nothing', async () => {
  using at = written(HEAD + TARGETS);
  for (const command of [
    'run',
    'plan',
    'validate',
    'verify',
    'undo',
    'status',
    'rejects',
    'report',
    'unlock',
  ])
    expect(await runHere([command, at.file])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        'CONFIG.TARGET_CHOICE\nthe pipeline has the targets staging, production\n',
      ),
    });
});

test.each([
  [TARGETS, 'stagin', 'the pipeline has no target stagin, did you mean staging'],
  [TARGETS, 'Staging', 'the pipeline has no target Staging, did you mean staging'],
  [TARGETS, 'elsewhere', 'the pipeline has no target elsewhere, it has staging, production'],
  [TARGETS, 'constructor', 'the pipeline has no target constructor, it has staging, production'],
  [TARGETS, '../../etc', 'the pipeline has no target ../../etc, it has staging, production'],
  ['target: sandbox\n', 'staging', '--to staging: the pipeline has no targets'],
  ['targets: { staging: { apID: x } }\n', 'staging', 'unknown key targets.staging.apID, did you mean appId'],
  ['targets: { "A b": sandbox }\n', 'staging', 'the name of a target is 1 to 64 of a-z, 0-9 and -'],
  ['targets: {}\n', 'staging', 'targets: name at least one'],
])('%j with --to %s is explained', async (targets, to, text) => {
  using at = written(HEAD + targets);
  const { exitCode, stderr } = await runHere(['status', at.file, '--to', to]).then(async (status) =>
    status.exitCode === 0 ? await runHere(['validate', at.file, '--to', to]) : status,
  );
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining(text)]);
});

test('a pipeline in code has targets too, and a library opens one by its name', async () => {
  using at = written(
    `export default { version: 1, name: 'coded', sources: { users: { path: 'u.csv' } },
    targets: { staging: 'sandbox' } };\n`,
    'pipeline.ts',
  );
  const access = { env: {}, allowCode: true, system: realSystem, err: () => {} };
  const { name, to, target } = await openPipelineFile(`${at.file} --to staging`, access as never);
  expect({ name, to, target }).toEqual({ name: 'coded@staging', to: 'staging', target: 'sandbox' });
});

test('what is printed to be typed next names the same target, as does config show', async () => {
  using at = written(HEAD + TARGETS);
  const validated = await runHere(['validate', at.file, '--to', 'staging']);
  expect(validated.stdout).toContain(`next      chatferry run ${at.file} --to staging\n`);
  const status = await runHere(['status', at.file, '--to', 'staging']);
  expect(status.stdout).toContain('demo@staging  not started');
  expect(status.stdout).toContain(`next       chatferry run ${at.file} --to staging\n`);
  const config = await runHere(['config', 'show', at.file, '--to', 'staging']);
  expect(config.stdout).toMatch(/to +staging +← .*:5\n +targets\.staging +sandbox +← .*:5\n/);
  const repair = await runHere(['rejects', at.file, '--to', 'staging']);
  expect(repair.stderr + repair.stdout).toContain(`${at.file} --to staging`);
});

test('a shell completes the names of the targets in the file', async () => {
  using at = written(HEAD + TARGETS);
  const words = (line: readonly string[]) => complete(line, realSystem.files);
  expect(await words(['run', at.file, '--to', ''])).toBe('staging\nproduction');
  expect(await words(['state', 'check', at.file, '--to', 'p'])).toBe('production');
  expect(await words(['state', 'check', at.file, '--t'])).toContain('--to\t');
});
