import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../verify/migrated.ts';
import { type Rows, syncScenario } from './scenario/syncs.ts';

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

test('a rejected row is tried again by every sync, and updated once it is valid', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  await scenario.sync({ users: USERS, messages: MESSAGES });
  scenario.put({ users: changed(USERS, 1, { name: ' ' }), messages: changed(MESSAGES, 0, { text: '' }) });
  for (let round = 0; round < 2; round++) {
    const { exitCode, report, writes } = await scenario.run();
    expect([exitCode, writes]).toEqual([4, 0]);
    expect(report.problems.map(({ code }) => code).sort()).toEqual([
      'MESSAGE.TEXT_EMPTY',
      'ROW.FIELD_MISSING',
    ]);
  }
  const { report } = await scenario.sync({
    users: changed(USERS, 1, { name: 'Bobby' }),
    messages: changed(MESSAGES, 0, { text: 'again' }),
  });
  expect([report.entities.users.updated, report.entities.messages.updated]).toEqual([1, 1]);
  expect(await scenario.differences()).toBe(0);
});

test('rejects retry updates existing rows, creates new ones, and the next sync sends nothing', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  await scenario.sync({ users: USERS, messages: MESSAGES });
  scenario.put({
    users: [...changed(USERS, 1, { name: ' ' }), { uid: 'dot', name: ' ' }],
    messages: changed(MESSAGES, 1, { text: ' ' }),
  });
  expect((await scenario.run()).exitCode).toBe(4);
  for (const [name, from, to] of [
    ['users.csv', /,(" "| )(?=,|$)/gm, ',Corrected'],
    ['messages.csv', /,(" "| )(?=,|$)/gm, ',corrected'],
  ] as const) {
    const path = join(scenario.state, 'rejects', name);
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
  }
  const { exitCode, stdout, stderr } = await runHere(
    'rejects',
    'retry',
    scenario.pipeline,
    '--json',
    '--yes',
  );
  expect([exitCode, stderr]).toEqual([0, expect.any(String)]);
  const { entities } = JSON.parse(stdout);
  expect(entities.users).toMatchObject({ read: 2, created: 1, updated: 1 });
  expect(entities.messages).toMatchObject({ read: 1, updated: 1 });
  expect((await scenario.service.users.get('bob')).name).toBe('Corrected');
  expect((await scenario.service.users.get('dot')).name).toBe('Corrected');
  const { writes } = await scenario.sync({
    users: [...changed(USERS, 1, { name: 'Corrected' }), { uid: 'dot', name: 'Corrected' }],
    messages: changed(MESSAGES, 1, { text: 'corrected' }),
  });
  expect(writes).toBe(0);
  expect(await scenario.differences()).toBe(0);
});

test('a change of a fixed field is refused by every sync, and counted so in the plan', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  await scenario.sync({ users: USERS, messages: MESSAGES });
  scenario.put({
    users: USERS,
    messages: changed(changed(MESSAGES, 0, { sender: 'cid' }), 1, { sentAt: 1_700_000_999 }),
  });
  for (let round = 0; round < 3; round++) {
    expect((await scenario.plan()).entities.messages).toMatchObject({ same: 1, changed: 0, refused: 2 });
    const { exitCode, report, writes } = await scenario.run();
    expect([exitCode, writes]).toEqual([4, 0]);
    expect(report.problems).toMatchObject([{ code: 'SYNC.FIXED_FIELD', count: 2 }]);
    expect(report.entities.messages).toMatchObject({ read: 3, rejected: 2, unchanged: 1 });
  }
  expect((await scenario.sync({ users: USERS, messages: MESSAGES })).writes).toBe(0);
});

test('an edit of a message that is gone from the service is reported', async () => {
  await using scenario = await syncScenario(['users', 'messages']);
  await scenario.sync({ users: USERS, messages: MESSAGES });
  for await (const { muid, id } of scenario.service.messages.list())
    if (muid === 'm-2') await scenario.service.messages.delete(id, { permanent: true });
  expect((await scenario.run()).writes).toBe(0);
  scenario.put({ users: USERS, messages: changed(MESSAGES, 1, { text: 'too late' }) });
  for (let round = 0; round < 2; round++) {
    const { exitCode, report } = await scenario.run();
    expect(exitCode).toBe(4);
    expect(report.problems).toMatchObject([{ code: 'SYNC.MESSAGE_NOT_FOUND', count: 1 }]);
  }
});
