import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { sendbirdExport } from './small-exports.ts';

test('rows of a file beside an export win over its own, which are counted as left out', async () => {
  const files = sendbirdExport([{ n: 1 }, { n: 2, by: 'ben' }]);
  await using here = await serviceHere({
    files: {
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
      'users.csv': 'uid,name\nben,Ben of the staff list\nBEA,Bea\nAnn,Ann of the staff list\n',
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced, result.entities.users, result.skipped]).toMatchObject([
    0,
    true,
    { read: 6, created: 4, skipped: 2 },
    { 'users.otherSource': 2 },
  ]);
  const names: Record<string, unknown> = {};
  for await (const { uid, name } of here.service.users.list()) names[uid] = name;
  expect(names).toMatchObject({
    ann: 'Ann of the staff list',
    ben: 'Ben of the staff list',
    bea: 'Bea',
    cleo: 'CLEO',
  });
});

test('a row of an export counts again in the night in which the file beside it no longer has its own', async () => {
  const files = sendbirdExport([{ n: 1 }, { n: 2, by: 'ben' }]);
  await using here = await serviceHere({
    files: {
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
      'users.csv': 'uid,name\nben,Ben of the staff list\nbea,Bea\n',
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }\nsync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nbea,Bea\n');
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.users]).toMatchObject([0, { updated: 1, skipped: 0 }]);
  expect((await here.service.users.get('ben')).name).toBe(
    sendbirdNames(files).find(([uid]) => uid === 'ben')?.[1],
  );
});

/** The users of an export, each with the name that it gives them. */
const sendbirdNames = (files: Readonly<Record<string, string>>): [string, string][] =>
  Object.values(files).flatMap((text) => {
    const { active_users: users = [] } = JSON.parse(text) as {
      active_users?: { user_id: string; nickname: string }[];
    };
    return users.map(({ user_id, nickname }): [string, string] => [user_id, nickname]);
  });
