import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agrees, endedWhen, requestsOf } from './killing.ts';
import { nights, type Rows } from './nights.ts';

const users = (from: number, to: number, name: string): Rows =>
  Array.from({ length: to - from }, (_, index) => ({
    uid: `u-${from + index}`,
    name: `${name} ${from + index}`,
  }));
const messages = (from: number, to: number, word: string): Rows =>
  Array.from({ length: to - from }, (_, index) => ({
    muid: `m-${from + index}`,
    sender: `u-${40 + (index % 20)}`,
    receiver: `u-${60 + (index % 20)}`,
    receiverType: 'user',
    sentAt: 1_700_000_000 + from + index,
    text: `${word} ${from + index}`,
  }));
const OPTIONS = {
  sync: '{ onMissing: delete, maxDelete: 90% }',
  limits: 'batch: 10',
};

test('killed while it compares, sends and removes, with other files at every start: in the end it agrees', async () => {
  await using own = await nights(['users', 'messages'], OPTIONS);
  own.put({ users: users(0, 100, 'User'), messages: messages(0, 300, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 4));
  // What may have been sent is other now, or gone.
  own.put({ users: users(0, 100, 'User'), messages: messages(20, 300, 'edited') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^(POST|PUT) .*messages/, 6));
  await agrees(own, { users: users(0, 100, 'User'), messages: messages(20, 310, 'again') });

  // Half of the users leave, some messages are changed.
  const second = {
    users: users(30, 105, 'Person'),
    messages: [...messages(20, 100, 'again'), ...messages(100, 120, 'late'), ...messages(120, 250, 'again')],
  };
  own.put(second);
  const tonight = join(own.state, 'sync', 'tonight.sqlite');
  const id = (await own.plan()).id;
  expect((await own.run('--confirm', 'other')).exitCode).toBe(11);
  await endedWhen(own, 'SIGKILL', () => existsSync(tonight));
  expect((await own.plan()).id).toBe(id);
  own.put({ ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE /, 5));
  await agrees(own, { ...second, users: [...users(30, 50, 'Person'), ...users(50, 105, 'User')] });
});

test('interrupted, or out of time: what is under way ends, the next night does the rest', async () => {
  await using own = await nights(['users', 'messages'], OPTIONS, 'delay=150@/data_import,delay=300@/users/u');
  const rows = { users: users(0, 100, 'User'), messages: messages(0, 300, 'text') };
  own.put(rows);
  const short = await own.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(await endedWhen(own, 'SIGINT', requestsOf(own, /^POST .*messages/, 3))).toBe(130);
  await own.night(rows);
  const less = { users: rows.users.filter((_, index) => index >= 40), messages: rows.messages };
  own.put(less);
  const halfway = await own.run('--max-duration', '1s');
  expect(halfway.report.error?.code).toBe('RUN.MAX_DURATION');
  expect(halfway.writes).toBeGreaterThan(0);
  expect(halfway.writes).toBeLessThan(40);
  await agrees(own, less);
});

test('killed while it sends through the ordinary API, which takes a message twice: none is there twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  const people = users(0, 2, 'User');
  const talk = (count: number): Rows =>
    messages(0, count, 'text').map((row) => ({ ...row, sender: 'u-0', receiver: 'u-1' }));
  for (const count of [450, 460, 470]) {
    // One night after the other, and one in which it is not there.
    own.clock.behindMs = (500 - count) * 3_600_000;
    own.put({ users: people, messages: talk(count) });
    await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 150));
    // People go on talking: what is in doubt is not among the newest.
    for (let said = 0; said < 100; said++)
      await own.service.messages.send(
        {
          ...{ receiver: 'u-0', receiverType: 'user', category: 'message', type: 'text' },
          data: { text: 'hi' },
        },
        { onBehalfOf: 'u-1' },
      );
  }
  own.clock.behindMs = 0;
  await own.night({ users: people, messages: talk(1) });
  await own.night({ users: people, messages: talk(480) });
  const held = await Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
  expect(held.length).toBe(3 * 100 + 480);
  expect(new Set(held.flatMap(({ muid }) => muid ?? [])).size).toBe(480);
});
