import { expect, test } from 'vitest';
import { ndjson, type Rows, syncScenario } from './scenario/syncs.ts';

const user = (uid: string, name: string) => ({ uid, name });
const NAMES = ['users'] as const;

test('the last of several files counts for a row, also when it comes and goes', async () => {
  await using scenario = await syncScenario(NAMES);
  const old: Rows = [user('ann', 'Ann'), user('bob', 'Bob')];
  const late: Rows = [user('bob', 'Robert'), user('cid', 'Cid')];
  const first = await scenario.sync({ users: [old, late] });
  expect(first.report.entities.users).toMatchObject({ read: 4, created: 3, skipped: 1 });
  expect(first.report.skipped).toEqual({ 'users.superseded': 1 });
  expect((await scenario.service.users.get('bob')).name).toBe('Robert');
  for (let round = 0; round < 2; round++) {
    const again = await scenario.run();
    expect([again.exitCode, again.writes]).toEqual([0, 0]);
    expect(again.report.entities.users).toMatchObject({ read: 4, unchanged: 3, skipped: 1 });
    expect(again.report.balanced).toBe(true);
  }
  // The later file is gone, and comes back.
  expect((await scenario.sync({ users: [old] })).report.entities.users).toMatchObject({
    updated: 1,
    unchanged: 1,
  });
  expect((await scenario.service.users.get('bob')).name).toBe('Bob');
  expect((await scenario.run()).writes).toBe(0);
  expect((await scenario.sync({ users: [old, late] })).report.entities.users).toMatchObject({
    updated: 1,
    unchanged: 2,
  });
  expect((await scenario.run()).writes).toBe(0);
  expect((await scenario.service.users.get('bob')).name).toBe('Robert');
});

test('two versions in one file are rejected by every sync, and nothing is sent for them', async () => {
  await using scenario = await syncScenario(NAMES);
  const rows: Rows = [
    user('ann', 'Ann'),
    user('bob', 'Bob'),
    user('bob', 'Robert'),
    user('ann', 'Ann'),
    user('bob', 'Bob'),
  ];
  scenario.put({ users: rows });
  for (let round = 0; round < 4; round++) {
    const { exitCode, report, writes } = await scenario.run();
    expect([round, exitCode, writes]).toEqual([round, 4, round === 0 ? 1 : 0]);
    expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.DUPLICATE', 1]]);
    expect(report.entities.users).toMatchObject({ read: 5, rejected: 1, skipped: 2 });
    expect(report.balanced).toBe(true);
    expect((await scenario.service.users.get('bob')).name).toBe('Bob');
  }
  // A later file counts for the row, despite the contradiction.
  const { report } = await scenario.sync({ users: [rows, [user('bob', 'Bobby')]] });
  expect(report.entities.users).toMatchObject({ updated: 1, rejected: 0 });
  expect((await scenario.service.users.get('bob')).name).toBe('Bobby');
  expect((await scenario.run()).writes).toBe(0);
});

test('a file with a broken line is still compared row by row', async () => {
  await using scenario = await syncScenario(NAMES);
  const old = `  ${ndjson([user('ann', 'Ann')])}${ndjson([user('bob', 'Bob')])}{"uid":\n`;
  scenario.put({ users: [old, ndjson([user('bob', 'Robert'), user('ann', 'Anna')])] });
  for (let round = 0; round < 2; round++) {
    const { exitCode, report, writes } = await scenario.run();
    expect([round, exitCode, writes]).toEqual([round, 4, round === 0 ? 1 : 0]);
    expect(report.entities.users).toMatchObject({ rejected: 1, skipped: 2, read: 5 });
  }
  expect((await scenario.service.users.get('bob')).name).toBe('Robert');
  expect((await scenario.service.users.get('ann')).name).toBe('Anna');
});
