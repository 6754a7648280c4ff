import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../../src/cli/arguments.ts';
import { run } from '../../src/cli/commands/run.ts';
import { status } from '../../src/cli/commands/status.ts';
import { validate } from '../../src/cli/commands/validate.ts';
import { optionsOf } from '../../src/cli/declared.ts';
import { givenBy } from '../../src/cli/environment.ts';
import { FROM_ENVIRONMENT, fastPath } from '../../src/cli/fast-path.ts';
import { workspace } from '../e2e/workspace.ts';
import { runHere } from '../support/command-here.ts';

/** Changes nothing, and is none of the short command lines. */
const BY_YARGS = '--no-quiet';

describe('a short command line is understood as by yargs', () => {
  test.each([['--version'], ['-V']])('%s', async (option) => {
    expect(fastPath([option])).toEqual(await parseArguments([option]));
  });

  test.each([
    'status a.yaml',
    'status a.yaml --json',
    'status 7',
    'status ./a=b.yaml',
    'status C:\\a.yaml',
    'status ä',
    'validate a.yaml',
    'validate a.yaml --json --quiet',
    'validate a.yaml --strict --verbose --threads 2 --max-errors 3 --report r.html',
    'run a.yaml',
    'run a.yaml --yes --json --fresh --strict --max-duration 5s',
  ])('%s', async (line) => {
    const argv = line.split(' ');
    const [fast, slow] = [fastPath(argv), await parseArguments(argv)];
    if (!fast || !('run' in fast) || !('run' in slow)) throw new Error('a text, or not understood');
    expect(fast.flags).toEqual(slow.flags);
    const said = await runHere(argv);
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CONFIG.FILE_MISSING') });
    expect(await runHere([...argv, BY_YARGS])).toEqual(said);
  });

  test.each([
    'validate a.yaml --threads 17',
    'validate a.yaml --threads two',
    'validate a.yaml --max-errors 1.5',
    'run a.yaml --max-duration 5',
  ])('%s is refused in the same words', async (line) => {
    const argv = line.split(' ');
    const said = await runHere(argv);
    expect(said).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('USAGE.INVALID') });
    expect(await runHere([...argv, BY_YARGS])).toEqual(said);
  });

  test('the hint of an error names the pipeline', async () => {
    using space = workspace(1);
    const pipeline = space.pipeline({});
    const state = join(space.folder, '.chatferry/e2e');
    mkdirSync(state, { recursive: true, mode: 0o700 });
    writeFileSync(join(state, 'checkpoint.json'), '{}');
    const said = await runHere(['status', pipeline]);
    expect(said).toMatchObject({ exitCode: 9, stderr: expect.stringContaining(pipeline) });
    expect(said.stderr).not.toContain('<pipeline>');
    expect(await runHere(['status', pipeline, BY_YARGS])).toEqual(said);
  });
});

test.each([
  'status',
  'status --json',
  'status a.yaml b.yaml',
  'status a.yaml --json --json',
  'status a.yaml --quiet',
  'status --help',
  'status "a.yaml"',
  '--version --json',
  'validate',
  'validate --strict a.yaml',
  'validate a.yaml b.yaml',
  'validate a.yaml --strict --strict',
  'validate a.yaml --threads 1 --threads 2',
  'validate a.yaml --threads',
  'validate a.yaml --threads --strict',
  'validate a.yaml --threads=2',
  'validate a.yaml --constructor',
  'validate a.yaml --no-strict',
  'validate a.yaml --yes',
  'run a.yaml -y',
  'run --help',
])('every other command line is left to yargs: %s', (line) => {
  expect(fastPath(line.split(' '))).toBeUndefined();
});

test('it knows every option that the environment can give to its commands', () => {
  const own = [validate, run, status].flatMap((command) => optionsOf(command));
  const all = Object.fromEntries(
    own.map(({ names: [name = ''] }) => [`CHATFERRY_${name.toUpperCase().replaceAll('-', '_')}`, '1']),
  );
  const given = new Set(givenBy(all, own).map(({ variable }) => variable.replace('CHATFERRY_', '')));
  expect([...FROM_ENVIRONMENT].sort()).toEqual([...given].sort());
  for (const name of FROM_ENVIRONMENT)
    expect(fastPath(['run', 'a.yaml'], { [`CHATFERRY_${name}`]: '1' })).toBeUndefined();
  expect(fastPath(['run', 'a.yaml'], { CHATFERRY_MY_KEY: 'x', CHATFERRY_API_KEY: 'x' })).toBeDefined();
});
