import { expect, test } from 'vitest';
import { ndjson, nights, type Rows } from './scenario/syncs.ts';

const user = (uid: string, name: string) => ({ uid, name });
const NIGHT = ['users'] as const;

test('of several files the last one speaks for a row, also when it comes and goes', async () => {
  await using own = await nights(NIGHT);
  const old: Rows = [user('ann', 'Ann'), user('bob', 'Bob')];
  const late: Rows = [user('bob', 'Robert'), user('cid', 'Cid')];
  const first = await own.night({ users: [old, late] });
  expect(first.report.entities.users).toMatchObject({ read: 4, created: 3, skipped: 1 });
  expect(first.report.skipped).toEqual({ 'users.superseded': 1 });
  expect((await own.service.users.get('bob')).name).toBe('Robert');
  for (let night = 0; night < 2; night++) {
    const again = await own.run();
    expect([again.exitCode, again.writes]).toEqual([0, 0]);
    expect(again.report.entities.users).toMatchObject({ read: 4, unchanged: 3, skipped: 1 });
    expect(again.report.balanced).toBe(true);
  }
  // The later file is gone, and comes back.
  expect((await own.night({ users: [old] })).report.entities.users).toMatchObject({
    updated: 1,
    unchanged: 1,
  });
  expect((await own.service.users.get('bob')).name).toBe('Bob');
  expect((await own.run()).writes).toBe(0);
  expect((await own.night({ users: [old, late] })).report.entities.users).toMatchObject({
    updated: 1,
    unchanged: 2,
  });
  expect((await own.run()).writes).toBe(0);
  expect((await own.service.users.get('bob')).name).toBe('Robert');
});

test('two versions in one file are refused night after night, and nothing is sent for them', async () => {
  await using own = await nights(NIGHT);
  const rows: Rows = [
    user('ann', 'Ann'),
    user('bob', 'Bob'),
    user('bob', 'Robert'),
    user('ann', 'Ann'),
    user('bob', 'Bob'),
  ];
  own.put({ users: rows });
  for (let night = 0; night < 4; night++) {
    const { exitCode, report, writes } = await own.run();
    expect([night, exitCode, writes]).toEqual([night, 4, night === 0 ? 1 : 0]);
    expect(report.problems.map(({ code, count }) => [code, count])).toEqual([['ROW.DUPLICATE', 1]]);
    expect(report.entities.users).toMatchObject({ read: 5, rejected: 1, skipped: 2 });
    expect(report.balanced).toBe(true);
    expect((await own.service.users.get('bob')).name).toBe('Bob');
  }
  // A file that comes later speaks for the row, contradiction or not.
  const { report } = await own.night({ users: [rows, [user('bob', 'Bobby')]] });
  expect(report.entities.users).toMatchObject({ updated: 1, rejected: 0 });
  expect((await own.service.users.get('bob')).name).toBe('Bobby');
  expect((await own.run()).writes).toBe(0);
});

test('a file with a broken line is compared row by row all the same', async () => {
  await using own = await nights(NIGHT);
  const old = `  ${ndjson([user('ann', 'Ann')])}${ndjson([user('bob', 'Bob')])}{"uid":\n`;
  own.put({ users: [old, ndjson([user('bob', 'Robert'), user('ann', 'Anna')])] });
  for (let night = 0; night < 2; night++) {
    const { exitCode, report, writes } = await own.run();
    expect([night, exitCode, writes]).toEqual([night, 4, night === 0 ? 1 : 0]);
    expect(report.entities.users).toMatchObject({ rejected: 1, skipped: 2, read: 5 });
  }
  expect((await own.service.users.get('bob')).name).toBe('Robert');
  expect((await own.service.users.get('ann')).name).toBe('Anna');
});
