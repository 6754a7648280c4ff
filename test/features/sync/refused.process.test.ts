import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../verify/migrated.ts';
import { nights, type Rows } from './scenario/syncs.ts';

const USERS: Rows = ['ann', 'bob', 'cid'].map((uid) => ({ uid, name: uid.toUpperCase() }));
const MESSAGES: Rows = [1, 2, 3].map((index) => ({
  muid: `m-${index}`,
  sender: 'ann',
  receiver: 'bob',
  receiverType: 'user',
  sentAt: 1_700_000_000 + index,
  text: `text ${index}`,
}));
const changed = (rows: Rows, at: number, change: object): Rows =>
  rows.map((row, index) => (index === at ? { ...row, ...change } : row));

test('a rejected row is tried again every night, and lands as a change once it is right', async () => {
  await using own = await nights(['users', 'messages']);
  await own.night({ users: USERS, messages: MESSAGES });
  own.put({ users: changed(USERS, 1, { name: ' ' }), messages: changed(MESSAGES, 0, { text: '' }) });
  for (let night = 0; night < 2; night++) {
    const { exitCode, report, writes } = await own.run();
    expect([exitCode, writes]).toEqual([4, 0]);
    expect(report.problems.map(({ code }) => code).sort()).toEqual([
      'MESSAGE.TEXT_EMPTY',
      'ROW.FIELD_MISSING',
    ]);
  }
  const { report } = await own.night({
    users: changed(USERS, 1, { name: 'Bobby' }),
    messages: changed(MESSAGES, 0, { text: 'again' }),
  });
  expect([report.entities.users.updated, report.entities.messages.updated]).toEqual([1, 1]);
  expect(await own.differences()).toBe(0);
});

test('rejects retry changes what the service holds, creates what it does not, and the next night agrees', async () => {
  await using own = await nights(['users', 'messages']);
  await own.night({ users: USERS, messages: MESSAGES });
  own.put({
    users: [...changed(USERS, 1, { name: ' ' }), { uid: 'dot', name: ' ' }],
    messages: changed(MESSAGES, 1, { text: ' ' }),
  });
  expect((await own.run()).exitCode).toBe(4);
  for (const [name, from, to] of [
    ['users.csv', /,(" "| )(?=,|$)/gm, ',Corrected'],
    ['messages.csv', /,(" "| )(?=,|$)/gm, ',corrected'],
  ] as const) {
    const path = join(own.state, 'rejects', name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  const { exitCode, stdout, stderr } = await runHere('rejects', 'retry', own.pipeline, '--json', '--yes');
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  const { entities } = JSON.parse(stdout);
  expect(entities.users).toMatchObject({ read: 2, created: 1, updated: 1 });
  expect(entities.messages).toMatchObject({ read: 1, updated: 1 });
  expect((await own.service.users.get('bob')).name).toBe('Corrected');
  expect((await own.service.users.get('dot')).name).toBe('Corrected');
  const { writes } = await own.night({
    users: [...changed(USERS, 1, { name: 'Corrected' }), { uid: 'dot', name: 'Corrected' }],
    messages: changed(MESSAGES, 1, { text: 'corrected' }),
  });
  expect(writes).toBe(0);
  expect(await own.differences()).toBe(0);
});

test('what cannot be changed is refused, every night alike, and counted so in the plan', async () => {
  await using own = await nights(['users', 'messages']);
  await own.night({ users: USERS, messages: MESSAGES });
  own.put({
    users: USERS,
    messages: changed(changed(MESSAGES, 0, { sender: 'cid' }), 1, { sentAt: 1_700_000_999 }),
  });
  for (let night = 0; night < 3; night++) {
    expect((await own.plan()).entities.messages).toMatchObject({ same: 1, changed: 0, refused: 2 });
    const { exitCode, report, writes } = await own.run();
    expect([exitCode, writes]).toEqual([4, 0]);
    expect(report.problems).toMatchObject([{ code: 'SYNC.FIXED_FIELD', count: 2 }]);
    expect(report.entities.messages).toMatchObject({ read: 3, rejected: 2, unchanged: 1 });
  }
  expect((await own.night({ users: USERS, messages: MESSAGES })).writes).toBe(0);
});

test('a message that is gone from the service is said to be', async () => {
  await using own = await nights(['users', 'messages']);
  await own.night({ users: USERS, messages: MESSAGES });
  for await (const { muid, id } of own.service.messages.list())
    if (muid === 'm-2') await own.service.messages.delete(id, { permanent: true });
  expect((await own.run()).writes).toBe(0);
  own.put({ users: USERS, messages: changed(MESSAGES, 1, { text: 'too late' }) });
  for (let night = 0; night < 2; night++) {
    const { exitCode, report } = await own.run();
    expect(exitCode).toBe(4);
    expect(report.problems).toMatchObject([{ code: 'SYNC.MESSAGE_NOT_FOUND', count: 1 }]);
  }
});
