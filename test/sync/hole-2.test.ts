import { expect, test } from 'vitest';
import { runHere } from '../verify/migrated.ts';
import { agrees, endedWhen, requestsOf } from './killing.ts';
import { nights, type Rows } from './nights.ts';

const users = (from: number, to: number, name = 'User'): Rows =>
  Array.from({ length: to - from }, (_, n) => ({ uid: `u-${from + n}`, name: `${name} ${from + n}` }));
const DELETE = { sync: '{ onMissing: delete, maxDelete: 90% }' };

test('T2 a night that was killed while it removed, one out of time before it removes, and all is back', async () => {
  await using own = await nights(['users'], DELETE, 'delay=20@/users/u,delay=850@/data_import/users');
  const all = { users: users(0, 100) };
  await own.night(all);
  own.put({ users: users(60, 100) });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^DELETE .*users/, 40));
  own.put({ users: users(60, 101) });
  const short = await own.run('--max-duration', '1s');
  expect(short.report.error?.code).toBe('RUN.MAX_DURATION');
  await agrees(own, { users: users(0, 101) });
});

const people = users(0, 2);
const talk = (from: number, to: number, text: string): Rows =>
  Array.from({ length: to - from }, (_, n) => ({
    ...{ muid: `m-${from + n}`, sender: 'u-0', receiver: 'u-1', receiverType: 'user' },
    ...{ sentAt: 1_700_000_000 + from + n, text: `${text} ${from + n}` },
  }));
const held = (own: Awaited<ReturnType<typeof nights>>) =>
  Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
const textsOf = async (own: Awaited<ReturnType<typeof nights>>) =>
  (await held(own)).map((m) => `${m.muid} ${(m.data as { text?: string }).text}`).sort();
const expectedTexts = (rows: Rows) => rows.map((r) => `${r['muid']} ${r['text']}`).sort();

test('T3 rest: killed while messages are sent, and they say something else the next time', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  own.put({ users: people, messages: talk(0, 60, 'first') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  await own.night({ users: people, messages: talk(0, 60, 'second') });
  expect(await textsOf(own)).toEqual(expectedTexts(talk(0, 60, 'second')));
  expect((await own.run()).writes).toBe(0);
});

test('T4 rest: killed while old messages are deleted, and they are back: none is there twice', async () => {
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

test('T7 rest: a run without sync is killed, sync is added: nothing lands twice', async () => {
  await using own = await nights(['users', 'messages'], { api: 'rest' });
  const yaml = (await import('node:fs')).readFileSync(own.pipeline, 'utf8');
  (await import('node:fs')).writeFileSync(own.pipeline, yaml.replace(/^sync:.*\n/m, ''));
  own.clock.behindMs = 5 * 3_600_000;
  own.put({ users: people, messages: talk(0, 60, 'text') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /^POST .*messages/, 20));
  for (let said = 0; said < 120; said++)
    await own.service.messages.send(
      { receiver: 'u-0', receiverType: 'user', category: 'message', type: 'text', data: { text: 'hi' } },
      { onBehalfOf: 'u-1' },
    );
  own.clock.behindMs = 0;
  (await import('node:fs')).writeFileSync(own.pipeline, yaml);
  await own.night({ users: people, messages: talk(0, 60, 'text') });
  expect((await textsOf(own)).filter((each) => each.startsWith('m-'))).toEqual(
    expectedTexts(talk(0, 60, 'text')),
  );
});

test('T8 a run without sync finds users that were there before, sync is added: they are brought up to date', async () => {
  await using own = await nights(['users']);
  const fs = await import('node:fs');
  const yaml = fs.readFileSync(own.pipeline, 'utf8');
  fs.writeFileSync(own.pipeline, yaml.replace(/^sync:.*\n/m, ''));
  await own.service.users.create({ uid: 'u-0', name: 'Old' });
  own.put({ users: people });
  expect((await runHere('run', own.pipeline, '--yes', '--quiet')).exitCode).toBe(0);
  fs.writeFileSync(own.pipeline, yaml);
  await agrees(own, { users: people });
});

test('T8b a night that is killed, a fresh run without sync of another export, a night again', async () => {
  await using own = await nights(['users'], { limits: 'batch: 10' });
  const fs = await import('node:fs');
  const yaml = fs.readFileSync(own.pipeline, 'utf8');
  own.put({ users: users(0, 100, 'First') });
  await endedWhen(own, 'SIGKILL', requestsOf(own, /data_import/, 4));
  fs.writeFileSync(own.pipeline, yaml.replace(/^sync:.*\n/m, ''));
  own.put({ users: users(0, 100, 'Second') });
  expect((await runHere('run', own.pipeline, '--yes', '--quiet', '--fresh')).exitCode).toBe(0);
  fs.writeFileSync(own.pipeline, yaml);
  await agrees(own, { users: users(0, 100, 'Second') });
});
