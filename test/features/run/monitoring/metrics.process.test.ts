import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openMetrics } from '../../../../src/features/run/monitoring/metrics.ts';
import { zeroCounts } from '../../../../src/input/rows/outcome.ts';
import { State } from '../../../../src/state/state.ts';
import { realSystem } from '../../../../src/system/system.ts';
import { workspace } from '../../../e2e/workspace.ts';
import { copiedFixture } from '../../../report/copied-files.ts';
import { mainHere } from '../../../support/main-here.ts';

const folder = mkdtempSync(join(tmpdir(), 'chatferry-metrics-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The samples of a file: `name{labels}` and value. A line that is none fails the test. */
function samplesIn(path: string): Map<string, number> {
  const found = new Map<string, number>();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) {
      expect(line).toMatch(/^(?:|# HELP [a-z_]+ \S.*|# TYPE [a-z_]+ gauge)$/);
      continue;
    }
    const [, series = '', value] = /^([a-z_]+\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\}) (\S+)$/.exec(line) ?? [];
    expect(series, line).not.toBe('');
    found.set(series, Number(value));
  }
  return found;
}

const LAST = 'chatferry_last_success_timestamp_seconds{pipeline="e2e"}';
const CODE = 'chatferry_exit_code{pipeline="e2e"}';
const usersOnly = '  users: { path: users.csv }';

test('a run leaves its numbers; a later one that fails keeps the time of the last success', async () => {
  using space = workspace(3);
  const file = join(space.folder, 'chat.prom');
  const pipeline = space.pipeline({ sources: usersOnly });
  const before = Date.now() / 1_000;
  expect((await mainHere(['run', pipeline, '--metrics', file])).code).toBe(0);
  const good = samplesIn(file);
  const success = good.get(LAST) ?? 0;
  expect(success).toBeGreaterThanOrEqual(before);
  expect(good.get(CODE)).toBe(0);
  expect(good.get('chatferry_rows{pipeline="e2e",entity="users",outcome="created"}')).toBe(3);
  expect(good.get('chatferry_requests{pipeline="e2e",status="2xx"}')).toBe(1);
  expect(good.get('chatferry_running{pipeline="e2e"}')).toBe(0);
  // The collector is another user, and it takes every file that ends in .prom.
  expect(statSync(file).mode & 0o777).toBe(0o644);
  expect(existsSync(`${file}.next`)).toBe(false);

  space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\n');
  expect((await mainHere(['run', pipeline, '--metrics', file, '--fresh'])).code).toBe(4);
  const rejected = samplesIn(file);
  expect(rejected.get(LAST)).toBe(success);
  expect(rejected.get(CODE)).toBe(4);
  expect(rejected.get('chatferry_rows{pipeline="e2e",entity="users",outcome="rejected"}')).toBe(1);

  // It fails before it has a state: the key is missing.
  const target = '{ baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: NO_SUCH_KEY } }';
  const other = space.pipeline({ target, sources: usersOnly });
  expect((await mainHere(['run', other, '--yes', '--metrics', file])).code).toBe(10);
  expect([samplesIn(file).get(LAST), samplesIn(file).get(CODE)]).toEqual([success, 10]);
});

test('a file that is new knows the last success of the runs that are kept', async () => {
  using space = workspace(3);
  const pipeline = space.pipeline({ sources: usersOnly });
  const before = Date.now() / 1_000;
  expect((await mainHere(['run', pipeline])).code).toBe(0);
  const after = Date.now() / 1_000;
  space.write('users.csv', 'uid,name\nann,Ann\nb d,Bad\n');
  const file = join(space.folder, 'chat.prom');
  expect((await mainHere(['run', pipeline, '--metrics', file, '--fresh'])).code).toBe(4);
  const success = samplesIn(file).get(LAST) ?? 0;
  expect(success).toBeGreaterThanOrEqual(before);
  expect(success).toBeLessThanOrEqual(after);
});

test('the file of another pipeline says nothing about this one, and 0 is no success yet', async () => {
  using space = workspace(3);
  const file = space.write('chat.prom', `chatferry_last_success_timestamp_seconds{pipeline="other"} 5\n`);
  const bad = space.pipeline({ target: '{ baseUrl: "http://127.0.0.1:9/v3" }', sources: usersOnly });
  expect((await mainHere(['run', bad, '--yes', '--metrics', file], { CHATFERRY_API_KEY: '' })).code).toBe(10);
  expect(samplesIn(file).get(LAST)).toBe(0);
});

test('a file that cannot be written is a warning, and the run goes on', async () => {
  using space = workspace(3);
  const file = join(space.folder, 'missing', 'chat.prom');
  const { code, err } = await mainHere(['run', space.pipeline({ sources: usersOnly }), '--metrics', file]);
  expect([code, err]).toEqual([0, expect.stringContaining(`--metrics ${file} cannot be written`)]);
  expect(err.match(/cannot be written/g)).toHaveLength(1);
});

test('it is written at once and each minute, as a whole', async () => {
  const path = join(folder, 'minute.prom');
  writeFileSync(path, `${LAST} 1700000000\n${CODE} 7\n`);
  let minute = (): void => {};
  let nowMs = 1_800_000_000_000;
  const clock: typeof realSystem.clock = {
    ...realSystem.clock,
    now: () => nowMs,
    every: (ms, work) => {
      expect(ms).toBe(60_000);
      minute = work;
      return { [Symbol.dispose]: () => {} };
    },
  };
  const about = {
    pipeline: 'e2e',
    startedAt: new Date(nowMs),
    runs: new State(join(folder, 'none'), realSystem.files).runs,
  };
  const metrics = await openMetrics(path, about, { system: { ...realSystem, clock }, err: expect.fail });
  const read = (name: string): number | undefined => samplesIn(path).get(name);
  expect([read(LAST), read(CODE), read('chatferry_running{pipeline="e2e"}')]).toEqual([1_700_000_000, 7, 1]);

  const state = { counts: { ...zeroCounts(), read: 5, created: 4, inDoubt: 1 } };
  metrics.follow({ type: 'step.started', entity: 'messages', state } as Parameters<typeof metrics.follow>[0]);
  metrics.follow({ type: 'retried', reason: '503', attempt: 1, throttled: false });
  metrics.observe({ type: 'files.finished', seconds: 41, fileCopies: copiedFixture() });
  nowMs += 60_000;
  minute();
  await expect.poll(() => read('chatferry_duration_seconds{pipeline="e2e"}')).toBe(60);
  expect(read('chatferry_rows{pipeline="e2e",entity="messages",outcome="created"}')).toBe(4);
  expect(read('chatferry_rows_in_doubt{pipeline="e2e",entity="messages"}')).toBe(1);
  expect(read('chatferry_retries{pipeline="e2e"}')).toBe(1);
  const files = ['copied', 'known', 'gone', 'login'].map((outcome) =>
    read(`chatferry_files_total{pipeline="e2e",outcome="${outcome}"}`),
  );
  expect(files).toEqual([1_200, 0, 9, 3]);
  expect(read('chatferry_files_bytes_total{pipeline="e2e"}')).toBe(3_100_000_000);
  expect(read('chatferry_files_seconds{pipeline="e2e"}')).toBe(41);
  await metrics.close({ exitCode: 0, finishedAt: new Date(nowMs) });
  expect([read(LAST), read(CODE), read('chatferry_running{pipeline="e2e"}')]).toEqual([nowMs / 1_000, 0, 0]);
});
