import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

/** Nothing becomes more open without a word in the data. */

const SYNC = 'sync: {}';

test('a group without a type is private', async () => {
  await using here = await serviceHere({ files: { 'groups.csv': 'guid,name\nsecret,Board only\n' } });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await here.service.groups.get('secret')).type).toBe('private');
  expect((await here.json('verify')).exitCode).toBe(0);
});

test.for(['import', 'rest'])('an emptied type leaves a group as it is, through %s', async (api) => {
  await using here = await serviceHere({
    files: { 'groups.csv': 'guid,name,type\ng,G,private\nh,H,public\n' },
    rest: SYNC,
    api,
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name,type\ng,G2,\nh,H,public\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await here.service.groups.get('g')).toMatchObject({ name: 'G2', type: 'private' });
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name,type\ng,G2,\nh,H,\n');
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  expect((await here.json('verify')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'groups.csv'), 'guid,name,type\ng,G2,public\nh,H,\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await here.service.groups.get('g')).toMatchObject({ name: 'G2', type: 'public' });
});

test('an emptied scope, ban or deactivation leaves people as they are, until the file says another value', async () => {
  const users = (...ben: string[]) => `uid,name,deactivatedAt\nann,Ann,\nben,${ben.join()}\n`;
  const members = (...rows: string[]) => `guid,uid,scope,isBanned\n${rows.join('\n')}\n`;
  await using here = await serviceHere({
    files: {
      'users.csv': users('Ben', '1795000000'),
      'groups.csv': 'guid,name,type\ng,G,private\n',
      'members.csv': members('g,ann,admin,false', 'g,ben,participant,true'),
    },
    rest: SYNC,
  });
  const { service } = here;
  const write = (name: string, text: string) => writeFileSync(join(here.folder, name), text);
  const banned = async () => (await Array.fromAsync(service.bannedUsers.list('g'))).map(({ uid }) => uid);
  const inactive = async () =>
    (await Array.fromAsync(service.users.list({ onlyDeactivated: true } as never))).map(({ uid }) => uid);
  const scopes = async () =>
    (await Array.fromAsync(service.members.list('g'))).map(({ uid, scope }) => `${uid} ${scope}`);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect([await banned(), await inactive(), await scopes()]).toEqual([['ben'], ['ben'], ['ann admin']]);
  // Everything that says so is empty.
  write('users.csv', users('Ben', ''));
  write('members.csv', members('g,ann,,', 'g,ben,,'));
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  // Another field changes at the same time.
  write('users.csv', users('Benjamin', ''));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect([await banned(), await inactive(), await scopes()]).toEqual([['ben'], ['ben'], ['ann admin']]);
  // The file says it.
  write('users.csv', users('Benjamin', 'never'));
  write('members.csv', members('g,ann,participant,', 'g,ben,,false'));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await banned()).toEqual([]);
  expect(await inactive()).toEqual([]);
  expect((await scopes()).toSorted()).toEqual(['ann participant', 'ben participant']);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('a user whom the ordinary call has created active stays active while no row says otherwise', async () => {
  const users = (name: string, at: string) =>
    `uid,name,deactivatedAt\nann,${name},${at}\nben,Ben,1795000000\n`;
  await using here = await serviceHere({
    files: { 'users.csv': users('Ann', '1795000000') },
    rest: SYNC,
    api: 'rest',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await here.service.users.get('ann')).not.toHaveProperty('deactivatedAt');
  writeFileSync(join(here.folder, 'users.csv'), users('Anna', ''));
  here.requests.length = 0;
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual(['PUT /v3/users/ann']);
  expect((await here.service.users.get('ann')).name).toBe('Anna');
});

test('groups without a type are said with their number, the same by validate, plan and run', async () => {
  const groups = ['a,A,', 'b,B,public', 'c,C,', 'd,D,', 'd,D,'];
  await using here = await serviceHere({
    files: { 'groups.csv': `guid,name,type\n${groups.join('\n')}\n` },
    rest: SYNC,
  });
  const said =
    '3 groups have no type, so they are created as private; to change that:  map: { type: { const: public } }';
  for (const command of [['validate'], ['plan'], ['run', '--yes']] as const) {
    const [verb, ...options] = command;
    const { result } = await here.json<{ untypedGroups: number; warnings: string[] }>(verb, ...options);
    expect([verb, result.untypedGroups, result.warnings]).toEqual([verb, 3, [said]]);
  }
  const types = await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (guid) => (await here.service.groups.get(guid)).type),
  );
  expect(types).toEqual(['private', 'public', 'private', 'private']);
  // They are there; a new one is said.
  appendFileSync(join(here.folder, 'groups.csv'), 'e,E,\n');
  for (const command of ['plan', 'run']) {
    const { result } = await here.json<{ warnings: string[] }>(
      command,
      ...(command === 'run' ? ['--yes'] : []),
    );
    expect(result.warnings).toEqual([
      '1 group has no type, so it is created as private; to change that:  map: { type: { const: public } }',
    ]);
  }
});
