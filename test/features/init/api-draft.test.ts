import { mkdtempDisposable, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { apiSystems } from '../../../src/origin/accounts.ts';
import { loadPipeline } from '../../../src/pipeline/pipeline.ts';
import { runHere } from '../../support/command-here.ts';

test.each(apiSystems)(
  'init --api %s writes a pipeline that is valid once its variables are set',
  async (system) => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'init-'));
    const file = join(folder.path, 'pipeline.yaml');
    const { exitCode, stdout } = await runHere(['init', folder.path, '--api', system, '--json']);
    expect(exitCode).toBe(0);
    const { variables, next } = JSON.parse(stdout) as { variables: string[]; next: string[] };
    const text = await readFile(file, 'utf8');
    expect(text).not.toMatch(/secret: (?!\{ env)/);
    expect(text).toMatch(/^# Reads (an account of [A-Z]|another app )/m);
    expect(text).toContain(`first:\n# ${variables.join(', ')}\n`);
    const env = Object.fromEntries(variables.map((name) => [name, `x${name.length}`]));
    const pipeline = loadPipeline(file, env);
    expect(pipeline.pull?.system).toBe(system);
    expect(Object.values(pipeline.pull?.secrets ?? {})).toEqual([{ env: variables.at(-1) }]);
    expect(next.map((each) => each.split(' ')[1])).toEqual(['doctor', 'plan', 'validate', 'run']);
    expect(() => loadPipeline(file, {})).toThrow(`environment variable ${variables[0]} is not set`);
    const again = await runHere(['init', folder.path, '--api', system]);
    expect([again.exitCode, again.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  },
);

test('init --api names the systems that it knows', async () => {
  const { exitCode, stderr } = await runHere(['init', '--api', 'discord']);
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining('sendbird, service, stream, twilio')]);
});
