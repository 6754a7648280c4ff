import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { realSystem } from '../../../src/system/system.ts';
import { runHere } from '../../support/command-here.ts';
import { sized } from '../../support/long-form.ts';
import { repository } from '../../support/repository.ts';
import { serviceHere } from '../../support/service-here.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import type { Fault } from './fake-twilio.ts';
import { daysAgo, syntheticTwilio, talkative } from './twilio-data.ts';
import { held, pulledBytes, type TwilioHere, twilioHere } from './twilio-here.ts';

test('the same rows through files and through the API give the same service', async () => {
  await using through = await twilioHere(syntheticTwilio());
  const pulled = await through.here.json('run', '--yes');
  const export_ = 'export: { system: twilio, path: export }';
  await using files = await serviceHere({
    files: {},
    rest: `  ${export_}\nretention: { messagesOlderThanDays: 36500 }`,
  });
  const folder = join(files.folder, 'export');
  cpSync(join(repository, 'test/fixtures/exports/twilio/synthetic'), folder, { recursive: true });
  // Messages of a conversation that there is not: nobody could ask the API for them.
  rmSync(join(folder, 'CH97967566667c93fde460459807fe8c8c'), { recursive: true });
  const read = await files.json('run', '--yes');
  expect([pulled.exitCode, read.exitCode]).toEqual([0, 0]);
  expect(pulled.result.export?.kinds).toEqual(read.result.export?.kinds);
  expect(await held(through.here)).toEqual(await held(files));
  expect(through.api.violations).toEqual([]);
});

test('a pull that is stopped at any of its requests goes on there, and ends with the same bytes', async () => {
  await using quiet = await twilioHere(talkative());
  await quiet.here.json('validate');
  const bytes = pulledBytes(quiet);
  const all = quiet.api.requests.length;
  expect(all).toBe(9);
  const stops = sized(
    [2, 6, 8],
    Array.from({ length: all - 1 }, (_, at) => at + 2),
  );
  for (const stop of stops) {
    await using stopped = await twilioHere(talkative());
    // The key is taken away in the middle.
    stopped.api.options.fault = (_, count) => (count >= stop ? { status: 401 } : undefined);
    const { exitCode, stderr } = await runHere(['validate', stopped.here.pipeline]);
    expect([exitCode, stderr]).toEqual([10, expect.stringContaining('PULL.AUTH')]);
    stopped.api.options.fault = undefined;
    stopped.api.requests.splice(0);
    expect((await stopped.here.json('validate')).exitCode).toBe(0);
    expect(pulledBytes(stopped)).toEqual(bytes);
    expect(stopped.api.requests.length).toBeLessThanOrEqual(all - stop + 1 + 3);
  }
});

test('by night: edits, deletions, new names, people who left, conversations that came and went', async () => {
  const data = talkative();
  const quay = String(data.conversations[0]?.['sid']);
  const harbour = String(data.conversations[1]?.['sid']);
  const gone = data.conversation('gone', ['ann']);
  const [first, edited, deleted] = [5, 3, 2].map((days) => data.message(harbour, 'ann', daysAgo(days)));
  data.message(gone, 'ann', daysAgo(40));
  const rest = 'sync: { onMissing: delete, maxDelete: 90% }';
  await using night = await twilioHere(data, { rest });
  expect((await night.here.json('run', '--yes')).exitCode).toBe(0);
  const asked = night.api.requests.length;

  data.edit(edited ?? '', { body: 'changed', date_updated: daysAgo(1) });
  data.delete(deleted ?? '');
  data.rename(harbour, 'Harbour, east');
  data.leave(harbour, 'cy');
  data.remove(gone);
  data.message(quay, 'ben', daysAgo(0));
  const made = data.conversation('new', ['ben', 'cy']);
  data.message(made, 'cy', daysAgo(0));
  const { exitCode, result } = await night.here.json('run', '--yes');
  expect([exitCode, result.problems]).toEqual([0, []]);
  // The lists of the account, of each conversation the members and a page of messages, and two more pages of the long one.
  expect(night.api.requests.length - asked).toBe(3 + 3 * 2 + 2);

  await using fresh = await twilioHere(data);
  await fresh.here.json('run', '--yes');
  const [now, model] = [await held(night.here), await held(fresh.here)];
  expect(now).toEqual(model);
  expect(first && JSON.stringify(now)).toContain('ann 0');
  expect(night.api.violations).toEqual([]);
});

const HTML: Fault = 'html';

/** What a run says while something is wrong with the account. */
async function runWith(fault: NonNullable<TwilioHere['api']['options']['fault']>, data = talkative()) {
  await using through = await twilioHere(data, { fault });
  const { exitCode, stdout, stderr } = await runHere(['run', through.here.pipeline, '--yes', '--json']);
  const result = stdout === '' ? undefined : (JSON.parse(stdout) as Report);
  return { exitCode, result, stderr, kept: through.here.requests.length, requests: through.api.requests };
}

test.each([
  ['a page that is HTML', HTML, 7, 'PULL.FORM'],
  ['a page that leads to itself', 'repeats', 7, 'PULL.FORM'],
  [
    'a redirect to another host',
    { status: 302, headers: { location: 'http://127.0.0.2:9/x' } },
    2,
    'PULL.HOST',
  ],
  ['a key that may not read', { status: 403 }, 7, 'PULL.FORBIDDEN'],
  ['a key of another application', { status: 401 }, 10, 'PULL.AUTH'],
] as const)(
  '%s in place of a list of the account stops the run, and nothing is sent',
  async (_, fault, code, name) => {
    const found = await runWith((path) => (path.includes('/v1/Users') ? fault : undefined));
    expect([found.exitCode, found.stderr]).toEqual([code, expect.stringContaining(name)]);
    expect(found.stderr).not.toContain('twilio-4f9a1c77e0b24d');
    expect(found.kept).toBe(0);
  },
);

test.each([
  ['is forbidden', { status: 403 }, 'PULL.FORBIDDEN'],
  ['is HTML', HTML, 'PULL.FORM'],
] as const)('a conversation that %s is named, and the others are imported', async (_, fault, name) => {
  const data = talkative();
  const harbour = String(data.conversations[1]?.['sid']);
  const found = await runWith((path) => (path.includes(harbour) ? fault : undefined), data);
  expect([found.exitCode, found.stderr]).toEqual([4, expect.stringContaining(name)]);
  expect(found.result?.entities.messages?.created).toBe(250);
});

test('a conversation that is deleted while the account is listed is as if it had not been there', async () => {
  const data = talkative();
  const harbour = String(data.conversations[1]?.['sid']);
  const found = await runWith((path) => {
    if (path.includes(harbour)) data.remove(harbour);
    return undefined;
  }, data);
  expect([found.exitCode, found.result?.entities.groups?.created]).toEqual([0, 1]);
});

test('429, 500, cut answers and a token that expires lose and double nothing', async () => {
  await using quiet = await twilioHere(talkative());
  await quiet.here.json('validate');
  await using through = await twilioHere(talkative());
  const { options } = through.api;
  const faults = new Map<number, Fault>([
    [2, { status: 429, headers: { 'retry-after': '0' } }],
    [4, { status: 500 }],
    [6, 'cut'],
  ]);
  let expired = 0;
  options.fault = (path, count) => {
    options.expired = path.includes('Messages') && path.includes('Page=2') && expired++ === 0;
    return faults.get(count);
  };
  const system = { ...realSystem, clock: skippingClock() };
  const { exitCode, stderr } = await runHere(['validate', through.here.pipeline], undefined, system);
  expect([exitCode, stderr]).toEqual([0, stderr]);
  expect(pulledBytes(through)).toEqual(pulledBytes(quiet));
  expect(expired).toBe(2);
});
