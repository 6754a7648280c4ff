import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { InboxPlace } from '../../../src/features/live/inbox/inbox-place.ts';
import { openInboxReader } from '../../../src/features/live/inbox/open-inbox-reader.ts';
import { openInboxWriter } from '../../../src/features/live/inbox/open-inbox-writer.ts';
import { realSystem } from '../../../src/system/system.ts';
import { syncScenario } from '../../features/sync/scenario/syncs.ts';
import { machinesWith } from '../../files/server/machines.ts';
import { runHere } from '../../support/command-here.ts';
import { type PostgresServer, rowsOf, startPostgres } from '../../support/postgres.ts';
import { allWaiting, eventOfText, textOf } from './inbox-here.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(async () => await server[Symbol.asyncDispose]());

/** Bodies of events, and whether they are by or about Zoe. */
const BODIES: readonly (readonly [body: string, isHers: boolean])[] = [
  ['{"sender":{"user_id":"zoe-77"},"text":"private words"}', true],
  ['{"sender":{"user_id":"ben"},"text":"I like zoe-77 and zoe-777"}', false],
  ['{"sender":"zoe-777"}', false],
  ['{"conversationId":"ben_user_zoe-77","text":"hello"}', true],
  ['{"data":"{\\"uid\\":\\"ZOE-77\\"}"}', true],
  ['{"reactions":{"zoe-77":[1]}}', true],
  ['Body=private+words&Author=zoe-77&EventType=onMessageAdded', true],
  ['Body=about+zoe-77&Author=ben', false],
  ['no JSON, zoe-77', true],
  ['{"uid":77}', false],
];
const STAY = BODIES.filter(([, isHers]) => !isHers).map(([body]) => body);

async function filled(place: InboxPlace): Promise<void> {
  await using writer = await openInboxWriter(place, realSystem);
  await writer.add(BODIES.map(([body], index) => eventOfText(body, index === 3 ? 'new' : 'old')));
}

async function waiting(place: InboxPlace): Promise<readonly string[]> {
  await using reader = await openInboxReader(place, realSystem);
  return [...(await allWaiting(reader)), ...(await allWaiting(reader, 'new'))].map(textOf);
}

const USERS = [
  { uid: 'zoe-77', name: 'Zoe' },
  { uid: 'ben', name: 'Ben' },
];

test('forget takes out the events by and about a person, and leaves those that only mention them', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.put({ users: USERS });
  await scenario.run();
  const place = { folder: scenario.state, keepMs: 1_000 };
  await filled(place);
  const forget = ['forget', scenario.pipeline, '--uid', 'zoe-77', '--yes'];
  {
    await using _writer = await openInboxWriter(place, realSystem);
    expect(await runHere(forget)).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('chatferry live'),
    });
  }
  const { exitCode, stdout } = await runHere([...forget, '--json']);
  expect(exitCode).toBe(0);
  expect(JSON.parse(stdout).removed).toContainEqual({ file: 'live/in/', count: 6, what: '6 events' });
  for (const name of readdirSync(join(scenario.state, 'live/in')))
    expect(readFileSync(join(scenario.state, 'live/in', name), 'latin1')).not.toContain('private words');
  expect(await waiting(place)).toEqual(STAY);
  await filled(place);
  await using reader = await openInboxReader(place, realSystem);
  expect((await allWaiting(reader)).map(({ seq }) => seq).slice(STAY.length)).toHaveLength(BODIES.length - 1);
});

test('state check names damaged events, state repair does without them, state purge removes all', async () => {
  await using scenario = await syncScenario(['users']);
  scenario.put({ users: USERS });
  await scenario.run();
  const place = { folder: scenario.state, keepMs: 1_000 };
  await filled(place);
  const sound = await runHere(['state', 'check', scenario.pipeline]);
  expect(sound).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/live\/in\/ +ok +10 events of both systems/),
  });
  const [segment = ''] = readdirSync(join(scenario.state, 'live/in')).filter((name) =>
    name.startsWith('old'),
  );
  const path = join(scenario.state, 'live/in', segment);
  const bytes = readFileSync(path);
  bytes[bytes.indexOf('zoe-777') + 1] = 0;
  writeFileSync(path, bytes);
  const damaged = await runHere(['state', 'check', scenario.pipeline]);
  expect(damaged).toMatchObject({ exitCode: 9, stdout: expect.stringContaining(`live/in/${segment}`) });
  expect(await runHere(['state', 'repair', scenario.pipeline, '--yes'])).toMatchObject({ exitCode: 0 });
  expect(await waiting(place)).toHaveLength(BODIES.length - 1);
  const purge = ['state', 'purge', scenario.pipeline, '--yes'];
  {
    await using _writer = await openInboxWriter(place, realSystem);
    expect(await runHere(purge)).toMatchObject({ exitCode: 8 });
  }
  expect(await runHere(purge)).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/ live +\d/) });
  expect(existsSync(join(scenario.state, 'live'))).toBe(false);
});

test('of a state on a server, the table loses what is forgotten, and all that is purged', async () => {
  const url = await server.database();
  await using machines = await machinesWith({ url, messages: 10 });
  const place = { folder: machines.folder, server: { url, name: 'shared' }, keepMs: 1_000 };
  expect(await machines.on('a', 'forget', 'PIPELINE', '--uid', 'nobody', '--yes')).toMatchObject({
    code: 0,
  });
  expect(await rowsOf(url, "SELECT to_regclass('chatferry_inbox') AS inbox")).toEqual([{ inbox: null }]);
  await filled(place);
  const forgotten = await machines.on('a', 'forget', 'PIPELINE', '--uid', 'zoe-77', '--yes', '--json');
  expect(JSON.parse(forgotten.out).removed).toContainEqual({
    file: 'live/in/',
    count: 6,
    what: '6 events',
  });
  expect(await waiting(place)).toEqual(STAY);
  const purged = await machines.on('b', 'state', 'purge', 'PIPELINE', '--yes', '--json');
  expect(JSON.parse(purged.out).removed).toContainEqual({
    name: 'live (events)',
    bytes: expect.any(Number),
  });
  expect(await waiting(place)).toEqual([]);
});
