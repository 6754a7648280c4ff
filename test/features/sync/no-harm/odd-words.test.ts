import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** Words that nobody knows, and values of another form, over rows of a service in use: they change nothing. */

const REST = 'thresholds: { rejected: "<90%" }\nsync: {}';

const codes = async (here: ServiceHere): Promise<Record<string, readonly unknown[]>> => {
  const { exitCode, result } = await here.json('run', '--yes');
  expect(exitCode).toBe(4);
  return Object.fromEntries(
    result.problems.map(({ code, samples }) => [code, samples.map(({ key }) => key)]),
  );
};

test('a type in capitals is that type; in another language it is refused, and the group stays closed', async () => {
  const rows = ['a,A,PUBLIC,', 'b,B,öffentlich,', 'c,C,Private,secret', 'd,D,offen,', 'e,E,,secret'];
  await using here = await serviceHere({
    files: { 'groups.csv': `guid,name,type,password\n${rows.join('\n')}\n` },
    rest: REST,
  });
  const { service } = here;
  for (const guid of ['a', 'b', 'c']) await service.groups.create({ guid, name: 'Old', type: 'private' });
  expect(await codes(here)).toEqual({ 'GROUP.TYPE_INVALID': ['b', 'd'] });
  const groups = await Array.fromAsync(service.groups.list());
  const shown = groups.map(({ guid, name, type }) => `${guid} ${name} ${type}`).sort();
  // A password makes no group private or open: its type does, and there is none for the last one.
  expect(shown).toEqual(['a A public', 'b Old private', 'c C private', 'e E private']);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('a scope that nobody knows is refused, and an admin stays in office', async () => {
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
      'groups.csv': 'guid,name,type\ng,G,private\n',
      'members.csv': 'guid,uid,scope\ng,ann,boss\ng,ben,ADMIN\n',
    },
    rest: REST,
  });
  const { service } = here;
  for (const uid of ['ann', 'ben']) await service.users.create({ uid, name: uid });
  await service.groups.create({ guid: 'g', name: 'G', type: 'private' });
  await service.members.add('g', { admins: ['ann'] } as never);
  expect(await codes(here)).toEqual({ 'MEMBER.SCOPE_INVALID': ['g_member_ann'] });
  const members = await Array.fromAsync(service.members.list('g'));
  expect(members.map(({ uid, scope }) => `${uid} ${scope}`).sort()).toEqual(['ann admin', 'ben admin']);
});

test('metadata that is a text, a list or too long is refused; a member named __proto__ is one like others', async () => {
  const odd = '{"__proto__":{"admin":true},"constructor":2,"team":"red"}';
  const cells = ['"a text"', '["a","list"]', JSON.stringify({ big: 'x'.repeat(10_240) }), odd];
  const rows = cells.map((cell, at) => `{"uid":"u${at}","name":"New","metadata":${cell}}\n`);
  await using here = await serviceHere({ files: { 'users.ndjson': rows.join('') }, rest: REST });
  const { service } = here;
  for (const at of cells.keys())
    await service.users.create({ uid: `u${at}`, name: 'Old', metadata: { plan: 'gold' } });
  expect(await codes(here)).toEqual({
    'ROW.JSON_INVALID': ['u0'],
    'ROW.FIELD_TYPE': ['u1'],
    'USER.METADATA_TOO_LARGE': ['u2'],
  });
  for (const uid of ['u0', 'u1', 'u2'])
    expect(await service.users.get(uid)).toMatchObject({ name: 'Old', metadata: { plan: 'gold' } });
  const { metadata } = await service.users.get('u3');
  expect(JSON.stringify(metadata)).toBe(
    '{"plan":"gold","__proto__":{"admin":true},"constructor":2,"team":"red"}',
  );
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('a column that is empty in one file of two is no lost column: its rows are counted as emptied', async () => {
  const rows = (file: string, avatar: string): string =>
    `uid,name,avatar\n${Array.from({ length: 30 }, (_, at) => `${file}${at},N,${avatar}\n`).join('')}`;
  await using here = await serviceHere({
    files: {
      'users/1.csv': rows('a', 'https://x.example/a'),
      'users/2.csv': rows('b', 'https://x.example/b'),
    },
    rest: '  users: { path: users/*.csv }\nsync: {}',
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'users/1.csv'), rows('a', ''));
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr.split('\n').slice(0, 2)]).toEqual([
    11,
    [
      'GUARD.MAX_EMPTY',
      'too many fields would become empty: avatar of 30 of 60 users (3 allowed); see sync.maxEmpty',
    ],
  ]);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  expect((await here.service.users.get('a1')).avatar).toBe('https://x.example/a');
});
