import { expect, test } from 'vitest';
import { afterRequests, stopWhen } from './scenario/killing.ts';
import { type Rows, type SyncScenario, syncScenario } from './scenario/syncs.ts';

/** Sync through the REST API, which accepts a message twice and no time in the past. */

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };
const people = users(0, 2);
const talk = (from: number, to: number, text: string): Rows =>
  Array.from({ length: to - from }, (_, n) => ({
    muid: `m-${from + n}`,
    sender: 'u-0',
    receiver: 'u-1',
    receiverType: 'user',
    sentAt: 1_700_000_000 + from + n,
    text: `${text} ${from + n}`,
  }));
const stored = (scenario: SyncScenario) =>
  Array.fromAsync(scenario.service.messages.list({ category: 'message', limit: 1_000 }));
const textsOf = async (scenario: SyncScenario) =>
  (await stored(scenario)).map((m) => `${m.muid} ${(m.data as { text?: string }).text}`).sort();
const expectedTexts = (rows: Rows) => rows.map((r) => `${r['muid']} ${r['text']}`).sort();

const chat = async (scenario: SyncScenario, count: number) => {
  for (let sent = 0; sent < count; sent++)
    await scenario.service.messages.send(
      { receiver: 'u-0', receiverType: 'user', category: 'message', type: 'text', data: { text: 'hi' } },
      { onBehalfOf: 'u-1' },
    );
};

test('several killed syncs, while users keep writing: no message is there twice', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { api: 'rest' });
  for (const count of [450, 460, 470]) {
    // Each sync ten hours after the last one.
    scenario.clock.behindMs = (500 - count) * 3_600_000;
    scenario.put({ users: people, messages: talk(0, count, 'text') });
    await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 150));
    // Users keep writing: the uncertain messages are not among the newest.
    await chat(scenario, 100);
  }
  scenario.clock.behindMs = 0;
  await scenario.sync({ users: people, messages: talk(0, 1, 'text') });
  await scenario.sync({ users: people, messages: talk(0, 480, 'text') });
  const there = await stored(scenario);
  expect(there.length).toBe(3 * 100 + 480);
  expect(new Set(there.flatMap(({ muid }) => muid ?? [])).size).toBe(480);
});

test('killed while messages are sent that have another text in the next export', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { api: 'rest' });
  scenario.put({ users: people, messages: talk(0, 60, 'first') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 20));
  await scenario.sync({ users: people, messages: talk(0, 60, 'second') });
  expect(await textsOf(scenario)).toEqual(expectedTexts(talk(0, 60, 'second')));
  expect((await scenario.run()).writes).toBe(0);
});

test('killed while old messages are deleted, then they come back: no message is there twice', async () => {
  await using scenario = await syncScenario(
    ['users', 'messages'],
    { api: 'rest', ...DELETE },
    'delay=20@/messages',
  );
  scenario.clock.behindMs = 5 * 3_600_000;
  // In its own process, so that its clock is set back too.
  scenario.put({ users: people, messages: talk(0, 300, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 250));
  scenario.clock.behindMs = 4 * 3_600_000;
  await scenario.sync({ users: people, messages: talk(0, 300, 'text') });
  scenario.clock.behindMs = 0;
  scenario.put({ users: people, messages: talk(60, 300, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^DELETE .*messages/, 10));
  await scenario.sync({ users: people, messages: talk(0, 300, 'text') });
  expect(await textsOf(scenario)).toEqual(expectedTexts(talk(0, 300, 'text')));
});

test('killed while messages are sent, then they are missing: none is left', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { api: 'rest', ...DELETE });
  scenario.clock.behindMs = 5 * 3_600_000;
  scenario.put({ users: people, messages: talk(200, 230, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 5));
  await chat(scenario, 120);
  scenario.put({ users: people, messages: [...talk(0, 60, 'text'), ...talk(200, 205, 'text')] });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 20));
  await chat(scenario, 120);
  scenario.clock.behindMs = 0;
  const rest = talk(50, 61, 'text');
  scenario.put({ users: people, messages: rest });
  const id = (await scenario.plan()).id as string;
  await scenario.run('--confirm', id);
  expect((await textsOf(scenario)).filter((each) => each.startsWith('m-'))).toEqual(expectedTexts(rest));
});

test('a run without sync is killed, then sync is added: no message is there twice', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { api: 'rest' });
  scenario.describe({ api: 'rest', sync: false });
  scenario.clock.behindMs = 5 * 3_600_000;
  scenario.put({ users: people, messages: talk(0, 60, 'text') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 20));
  await chat(scenario, 120);
  scenario.clock.behindMs = 0;
  scenario.describe({ api: 'rest' });
  await scenario.sync({ users: people, messages: talk(0, 60, 'text') });
  expect((await textsOf(scenario)).filter((each) => each.startsWith('m-'))).toEqual(
    expectedTexts(talk(0, 60, 'text')),
  );
});

test('killed while messages are sent that are in another conversation in the next export: no message is there twice', async () => {
  await using scenario = await syncScenario(['users', 'messages'], { api: 'rest' });
  const base = { users: users(0, 3) };
  scenario.put({ ...base, messages: talk(0, 60, 'first') });
  await stopWhen(scenario, 'SIGKILL', afterRequests(scenario, /^POST .*messages/, 20));
  const moved = talk(0, 60, 'first').map((row) => ({ ...row, receiver: 'u-2' }));
  scenario.put({ ...base, messages: moved });
  expect((await scenario.run()).exitCode).toBe(4);
  const muids = (await stored(scenario)).map(({ muid }) => muid);
  expect(new Set(muids).size).toBe(muids.length);
});
