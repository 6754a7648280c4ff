import { expect, test } from 'vitest';
import { endedWhen, requestsOf } from './scenario/killing.ts';
import { type Nights, nights, type Rows } from './scenario/syncs.ts';

/** Nights through the ordinary API, which takes a message twice and carries no time of the past. */

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };
const people = users(0, 2);
const talk = (from: number, to: number, text: string): Rows =>
  Array.from({ length: to - from }, (_, n) => ({
    ...{ muid: `m-${from + n}`, sender: 'u-0', receiver: 'u-1', receiverType: 'user' },
    ...{ sentAt: 1_700_000_000 + from + n, text: `${text} ${from + n}` },
  }));
const held = (own: Nights) =>
  Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
const textsOf = async (own: Nights) =>
  (await held(own)).map((m) => `${m.muid} ${(m.data as { text?: string }).text}`).sort();
const expectedTexts = (rows: Rows) => rows.map((r) => `${r['muid']} ${r['text']}`).sort();

const chat = async (own: Nights, count: number) => {
  for (let said = 0; said < count; said++)
    await own.service.messages.send(
      { receiver: 'u-0', receiverType: 'user', category: 'message', type: 'text', data: { text: 'hi' } },
      { onBehalfOf: 'u-1' },
    );
};

test('killed night after night, while people talk on: none is there twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  for (const count of [450, 460, 470]) {
    // One night after the other, and one in which it is not there.
    own.clock.behindMs = (500 - count) * 3_600_000;
    own.put({ users: people, messages: talk(0, count, 'text') });
    await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 150));
    // People go on talking: what is in doubt is not among the newest.
    await chat(own, 100);
  }
  own.clock.behindMs = 0;
  await own.night({ users: people, messages: talk(0, 1, 'text') });
  await own.night({ users: people, messages: talk(0, 480, 'text') });
  const there = await held(own);
  expect(there.length).toBe(3 * 100 + 480);
  expect(new Set(there.flatMap(({ muid }) => muid ?? [])).size).toBe(480);
});

test('killed while messages are sent, and they say something else the next time', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  own.put({ users: people, messages: talk(0, 60, 'first') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  await own.night({ users: people, messages: talk(0, 60, 'second') });
  expect(await textsOf(own)).toEqual(expectedTexts(talk(0, 60, 'second')));
  expect((await own.run()).writes).toBe(0);
});

test('killed while old messages are deleted, and they are back: none is there twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest', ...DELETE }, 'delay=20@/messages');
  own.clock.behindMs = 5 * 3_600_000;
  // In a process, whose clock is put back too.
  own.put({ users: people, messages: talk(0, 300, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 250));
  own.clock.behindMs = 4 * 3_600_000;
  await own.night({ users: people, messages: talk(0, 300, 'text') });
  own.clock.behindMs = 0;
  own.put({ users: people, messages: talk(60, 300, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*messages/, 10));
  await own.night({ users: people, messages: talk(0, 300, 'text') });
  expect(await textsOf(own)).toEqual(expectedTexts(talk(0, 300, 'text')));
});

test('killed while messages are sent, and then they are missing: none is left', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest', ...DELETE });
  own.clock.behindMs = 5 * 3_600_000;
  own.put({ users: people, messages: talk(200, 230, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 5));
  await chat(own, 120);
  own.put({ users: people, messages: [...talk(0, 60, 'text'), ...talk(200, 205, 'text')] });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  await chat(own, 120);
  own.clock.behindMs = 0;
  const rest = talk(50, 61, 'text');
  own.put({ users: people, messages: rest });
  const id = (await own.plan()).id as string;
  await own.run('--confirm', id);
  expect((await textsOf(own)).filter((each) => each.startsWith('m-'))).toEqual(expectedTexts(rest));
});

test('a run without sync is killed, sync is added: nothing lands twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  own.describe({ api: 'rest', sync: false });
  own.clock.behindMs = 5 * 3_600_000;
  own.put({ users: people, messages: talk(0, 60, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  await chat(own, 120);
  own.clock.behindMs = 0;
  own.describe({ api: 'rest' });
  await own.night({ users: people, messages: talk(0, 60, 'text') });
  expect((await textsOf(own)).filter((each) => each.startsWith('m-'))).toEqual(
    expectedTexts(talk(0, 60, 'text')),
  );
});

test('killed while messages are sent, that are in another conversation the next time: none is there twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  const base = { users: users(0, 3) };
  own.put({ ...base, messages: talk(0, 60, 'first') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  const moved = talk(0, 60, 'first').map((row) => ({ ...row, receiver: 'u-2' }));
  own.put({ ...base, messages: moved });
  expect((await own.run()).exitCode).toBe(4);
  const muids = (await held(own)).map(({ muid }) => muid);
  expect(new Set(muids).size).toBe(muids.length);
});
