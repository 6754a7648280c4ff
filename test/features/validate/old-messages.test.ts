import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countOldMessages } from '../../../src/features/doctor/examine.ts';
import { dryRun } from '../../../src/features/validate/dry-run.ts';
import { openPlan } from '../../../src/pipeline/open-plan.ts';
import { parsePipeline } from '../../../src/pipeline/pipeline.ts';
import { oldMessages, oldMessagesText } from '../../../src/report/result/old-messages.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { routesOf } from '../../../src/session/connect.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';

const DAY = 86_400;
/** 2026-01-15, noon UTC. */
const NOW = Date.UTC(2026, 0, 15, 12);
const HOSTED = 'target: { appId: one, region: eu, serviceHost: chat.invalid }';
const CUT_OFF = '2025-07-16';

const message = (muid: string, sentAt: number): string => `${muid},ann,ben,user,${sentAt},Hello\n`;

/** Runs a command as if it were `NOW`. */
const runThen = (args: readonly string[]) =>
  runHere(args, undefined, { ...realSystem, clock: { ...realSystem.clock, now: () => NOW } });

/** An export with three old messages and two new ones; the middle ones are next to the cut-off. */
async function exported(folder: string, rest: string): Promise<string> {
  const cutOff = NOW / 1_000 - 183 * DAY;
  await writeFile(join(folder, 'users.csv'), 'uid,name\nann,Ann\nben,Ben\n');
  await writeFile(
    join(folder, 'messages.csv'),
    [
      'muid,sender,receiver,receiverType,sentAt,text\n',
      message('oldest', 1_600_000_000),
      message('old', 1_650_000_000),
      message('just-old', cutOff - 1),
      message('just-new', cutOff),
      message('new', cutOff + 182 * DAY),
    ].join(''),
  );
  const file = join(folder, 'pipeline.yaml');
  const sources = 'sources: { users: { path: users.csv }, messages: { path: messages.csv } }';
  await writeFile(file, `version: 1\nname: age\n${sources}\n${rest}\n`);
  return file;
}

async function examined(rest: string) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const file = await exported(folder.path, rest);
  const pipeline = parsePipeline(await readFile(file, 'utf8'), file, {});
  const plan = await openPlan(pipeline, {
    routes: routesOf(pipeline),
    nowMs: NOW,
    strict: false,
    files: realFiles,
  });
  const { signal } = new AbortController();
  const { steps, profile } = await dryRun(plan, { requestsPerMinute: 60, signal });
  const found = steps.messages?.tooOld;
  expect(await countOldMessages(plan, signal)).toEqual(found);
  expect(profile.months.reduce((sum, { tooOld }) => sum + tooOld, 0)).toBe(found?.count ?? 0);
  const old = oldMessages(found, plan.retention);
  return { counts: steps.messages?.counts, old, text: old && oldMessagesText(old) };
}

const THREE = { messages: 3, oldest: '2020-09-13T12:26:40.000Z', before: `${CUT_OFF}T12:00:00.000Z` };

describe('with the clock passed in', () => {
  test.each([
    ['a hosted target', HOSTED, { rejected: 3, pending: 2 }, 'rejected, because the service refuses'],
    ['no target', '', { rejected: 0, pending: 5 }, 'a hosted service would refuse them'],
    ['the sandbox', 'target: sandbox', { rejected: 0, pending: 5 }, 'a hosted service would refuse them'],
    [
      'a loopback address',
      'target: { baseUrl: "https://localhost:7700/v3" }',
      { rejected: 0, pending: 5 },
      'a hosted service would refuse them',
    ],
    ['skip', `${HOSTED}\nretention: { policy: skip }`, { skipped: 3, pending: 2 }, ': skipped'],
    ['archive', `${HOSTED}\nretention: { policy: archive }`, { skipped: 3, pending: 2 }, 'in the archive'],
    [
      'allow',
      `${HOSTED}\nretention: { policy: allow }`,
      { rejected: 0, pending: 5 },
      'the service may refuse them',
    ],
  ])('%s: the sum, the oldest and the cut-off of the old messages', async (_, rest, counts, fate) => {
    const { counts: found, old, text } = await examined(rest);
    expect(found).toMatchObject({ read: 5, ...counts });
    expect(old).toMatchObject({ ...THREE, messagesOlderThanDays: 183 });
    expect(text).toContain('3 messages are older than 183 days');
    expect(text).toContain('2020-09-13');
    expect(text).toContain(fate);
    // On this machine the cut-off decides nothing, and so the line is the same every day.
    expect(text?.includes(CUT_OFF)).toBe(old?.hosted);
  });

  test('a message is too old from one second after its last day on', async () => {
    const { old } = await examined(`${HOSTED}\nretention: { messagesOlderThanDays: 1935 }`);
    expect(old).toMatchObject({ messages: 1 });
    expect((await examined(`${HOSTED}\nretention: { messagesOlderThanDays: 1950 }`)).old).toBeUndefined();
  });

  test('the ordinary API sends messages with the time of the call, so none is too old', async () => {
    const rest = 'target: { appId: one, serviceHost: chat.invalid, api: rest }';
    expect(await examined(rest)).toMatchObject({ counts: { pending: 5 }, old: undefined });
  });
});

describe('before anything is sent to a hosted service', () => {
  const said = /3 messages are older than 183 days \(sent before 2025-07-16, the oldest on 2020-09-13\)/;
  const waysOut = /keep messages longer.*skip skips them, archive saves them as NDJSON, allow sends them/;

  test.each(['validate', 'plan', 'doctor'])(
    '%s says how many are too old, from when on, the oldest and the ways out',
    async (verb) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
      const file = await exported(folder.path, HOSTED);
      const { stdout } = await runThen([verb, file]);
      expect(stdout).toMatch(said);
      expect(stdout).toMatch(waysOut);
    },
  );

  test('init says it when it drafts a pipeline, and writes it into the file', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const file = await exported(folder.path, HOSTED);
    const { stderr, exitCode } = await runThen(['init', folder.path, '--yes', '--out', `${file}.new.yaml`]);
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(said);
    expect(stderr).toMatch(waysOut);
    expect(await readFile(`${file}.new.yaml`, 'utf8')).toMatch(said);
  });

  test('validate rejects them (exit 4); on this machine it takes them, also with --strict and thresholds', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    const validated = async (rest: string): Promise<Report> => {
      const file = await exported(folder.path, rest);
      return JSON.parse((await runThen(['validate', file, '--json', '--strict'])).stdout) as Report;
    };
    const hosted = await validated(HOSTED);
    expect(hosted.problems).toMatchObject([{ code: 'MESSAGE.TOO_OLD', count: 3 }]);
    expect(hosted).toMatchObject({ exitCode: 4, retention: { messages: 3, policy: 'reject', hosted: true } });
    const here = await validated('target: sandbox\nthresholds: { notices: "==0", warnings: "==0" }');
    expect(here).toMatchObject({ exitCode: 0, retention: { messages: 3, policy: 'allow', hosted: false } });
  });

  test('rows left out by declaration are no failure, also with --strict and thresholds', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
    for (const policy of ['skip', 'archive']) {
      const rest = `${HOSTED}\nretention: { policy: ${policy} }\nthresholds: { skipped: "==0" }`;
      const file = await exported(folder.path, rest);
      const { stdout, exitCode } = await runThen(['validate', file, '--json', '--strict']);
      expect([exitCode, (JSON.parse(stdout) as Report).skipped]).toEqual([0, { 'messages.retention': 3 }]);
    }
  });
});
