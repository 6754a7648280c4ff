import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { World } from '../../src/cli/main.ts';
import { takeLock } from '../../src/files/lock.ts';
import { realSystem } from '../../src/system/system.ts';
import { mainHere } from '../support/main-here.ts';
import { repository } from '../support/repository.ts';
import { resultTrouble } from '../support/schemas/run-schemas.ts';
import { type ServiceHere, serviceHere } from '../support/service-here.ts';

type Document = Readonly<Record<string, unknown>> & {
  readonly command?: string;
  readonly error?: {
    readonly code: string;
    readonly hint: string;
    readonly missingFlags?: readonly string[];
  };
};

/** Half of a pair, as an escape or as it is: other programs refuse it. */
const HALF = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;
/** Those that print what the published schema of results says. */
const RESULTS = new Set(['validate', 'run', 'rejects retry']);
const NAME = `a "name" 山田 👩‍👩‍👧‍👦 \u001b[31m \u2028`;

let here: ServiceHere;
beforeAll(async () => {
  here = await serviceHere({
    files: {
      'users.csv': `uid,name\nann,"${NAME.replaceAll('"', '""')}"\nben,Ben\n`,
      'groups.csv': 'guid,name\nteam,Team\n',
      'members.csv': 'guid,uid\nteam,ann\n',
      'odd.ndjson': '{"uid":"\\ud800","name":"half"}\n{"uid":"cy","name":"Cy"}\n',
    },
  });
});
afterAll(() => here[Symbol.asyncDispose]());

/** A pipeline beside the first, with other sources and more lines. */
function pipeline(name: string, more = '', change = (text: string): string => text): string {
  const file = join(here.folder, `${name}.yaml`);
  const text = readFileSync(here.pipeline, 'utf8').replace('name: here', `name: ${name}`);
  writeFileSync(file, `${change(text)}\n${more}`);
  return file;
}
const withOdd = (text: string): string => text.replace('users.csv', 'odd.ndjson');
const slow = (text: string): string => text.replace('10000000', '1');

/** The one document on standard output, as a strict reader takes it; its exit code is that of the process. */
async function documentOf(
  code: number,
  args: readonly string[],
  around: Parameters<typeof mainHere>[2] = {},
): Promise<Document> {
  const ended = await mainHere([...args, '--json'], { CI: '' }, around);
  expect([args.join(' '), ended.code], `${ended.err}${ended.out.slice(0, 300)}`).toEqual([
    args.join(' '),
    code,
  ]);
  const document = JSON.parse(ended.out) as Document;
  expect(ended.out.isWellFormed() && !HALF.test(ended.out)).toBe(true);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for
  expect(ended.out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u2028]/);
  if (document.error) expect(document).toMatchObject({ version: 1, exitCode: code });
  if (RESULTS.has(document.command ?? '')) expect(resultTrouble(document)).toBeUndefined();
  return document;
}

test('every command prints one document, whose exit code is its own, at each stage of a pipeline', async () => {
  const file = here.pipeline;
  const before = [
    'status',
    'runs',
    'rejects',
    'undo',
    'state check',
    'state repair',
    'unlock',
    'config show',
  ];
  const on = (name: string, ...rest: string[]): string[] => [...name.split(' '), file, ...rest];
  for (const name of before) await documentOf(0, on(name));
  await documentOf(2, on('report'));
  await documentOf(5, on('verify'));
  await documentOf(0, on('validate'));
  await documentOf(0, on('plan'));
  expect((await documentOf(2, on('run'))).error?.missingFlags).toEqual(['--yes']);
  const declined = (await documentOf(3, on('run'), { typed: 'no\n' })).error;
  expect([declined?.code, declined?.hint]).toEqual(['RUN.DECLINED', expect.not.stringContaining('--yes')]);
  expect(await documentOf(0, on('run', '--yes'))).toMatchObject({ command: 'run', exitCode: 0 });
  await documentOf(0, on('run', '--yes'));
  for (const name of [...before, 'report', 'rejects retry', 'verify', 'plan', 'doctor'])
    await documentOf(0, on(name, ...(name === 'rejects retry' ? ['--yes'] : [])));
  const { runs } = (await documentOf(0, on('runs'))) as unknown as { runs: readonly { id: string }[] };
  const [last, first] = runs.map(({ id }) => id) as [string, string];
  await documentOf(0, on('diff', first, last));
  await documentOf(2, on('diff', first, 'nothing'));
  await here.service.users.update('ben', { name: 'Other' });
  await documentOf(5, on('verify'));
  await documentOf(9, on('undo', '--confirm', 'wrong'));
  const { confirm } = await documentOf(0, on('undo'));
  await documentOf(0, on('undo', '--confirm', String(confirm)));
});

test('rows that are rejected, one with half of a pair in its id', async () => {
  const file = pipeline('odd', '', withOdd);
  const found = await documentOf(4, ['validate', file]);
  expect(JSON.stringify(found)).toContain('\\\\ud800');
  await documentOf(4, ['run', file, '--yes']);
  await documentOf(0, ['rejects', file]);
  await documentOf(4, ['rejects', 'retry', file, '--yes']);
  await documentOf(11, ['validate', pipeline('limit', 'thresholds: { rejected: "==0" }', withOdd)]);
  const guarded = pipeline('guard', '', (text) =>
    withOdd(slow(text)).replace('limits: {', 'limits: { maxRejects: 0,'),
  );
  await documentOf(11, ['run', guarded, '--yes']);
});

test('what stops a run early, and whoever is in its way', async () => {
  await documentOf(7, ['run', pipeline('late', '', slow), '--yes', '--max-duration', '1s']);
  const locked = pipeline('late', '', slow);
  {
    await using _lock = await takeLock(join(here.folder, '.chatferry/late/lock'), 'a test', realSystem);
    for (const args of [
      ['run', locked, '--yes'],
      ['undo', locked, '--confirm', 'u-1'],
    ])
      await documentOf(8, args);
  }
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name\nteam,Another\n');
  await documentOf(9, ['run', locked, '--yes']);
  const signals = {
    SIGINT: [130, 'RUN.INTERRUPTED'],
    SIGTERM: [143, 'RUN.TERMINATED'],
    SIGHUP: [129, 'RUN.HUNG_UP'],
  } as const;
  for (const [name, [exit, code]] of Object.entries(signals)) {
    const onSignal: World['onSignal'] = (listener) => {
      setTimeout(() => listener(name as keyof typeof signals), 300);
    };
    const { error } = await documentOf(exit, ['run', pipeline(name.toLowerCase(), '', slow), '--yes'], {
      onSignal,
    });
    expect(error?.code).toBe(code);
  }
});

test('a wrong key, and a fault of the program', async () => {
  writeFileSync(join(here.folder, 'wrong.key'), 'f'.repeat(40), { mode: 0o600 });
  const wrong = pipeline('wrong', '', (text) => text.replace(/file: "[^"]+"/, 'file: wrong.key'));
  for (const [name, ...rest] of [['run', '--yes'], ['verify'], ['doctor']] as const)
    await documentOf(10, [name, wrong, ...rest]);
  const fault = (): never => {
    throw new TypeError('a fault');
  };
  const broken = { system: { ...realSystem, clock: { ...realSystem.clock, now: fault } } };
  expect((await documentOf(1, ['validate', here.pipeline], broken)).error?.code).toMatch(/^BUG/);
});

test('commands without a state, and command lines that are none', async () => {
  const samples = join(here.folder, 'samples');
  cpSync(join(repository, 'samples/legacy'), samples, { recursive: true });
  await documentOf(0, ['inspect', join(samples, 'people.csv')]);
  await documentOf(2, ['inspect', join(samples, 'none.csv')]);
  await documentOf(0, ['init', samples, '--yes', '--out', join(samples, 'new.yaml')]);
  await documentOf(2, ['init', samples, '--yes', '--out', join(samples, 'new.yaml')]);
  for (const line of ['explain', 'explain STATE.LOCKED', 'schema', 'schema --types', 'completion bash'])
    await documentOf(0, line.split(' '));
  const wrong = ['explain NO.SUCH', 'schema nothing', 'nope', 'run', 'run a.yaml --nope', 'run none.yaml'];
  for (const line of [...wrong, 'rejects', 'state', 'config', 'state check none.yaml'])
    expect(await documentOf(2, line.split(' ')), line).toHaveProperty('error');
  expect(await documentOf(2, [])).toHaveProperty('error');
});
