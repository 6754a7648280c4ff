import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { put } from '../../undo/put-back.ts';

/** A members row that comes while the ban of its user stands is there already, whichever API writes it. */

const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\ncy,Cy\n',
  'groups.csv': 'guid,name,owner\nteam,Team,ann\n',
  'members.csv': 'guid,uid,scope,isBanned\nteam,ann,admin,\nteam,cy,participant,\n',
  'bans.csv': 'guid,uid\nteam,ben\n',
};

async function here(api: string): Promise<ServiceHere> {
  const at = await serviceHere({ files: FILES, rest: 'sync: { onMissing: delete, maxDelete: 100% }' });
  writeFileSync(at.pipeline, readFileSync(at.pipeline, 'utf8').replace('api: import', `api: ${api}`));
  return at;
}

async function people({ service }: ServiceHere): Promise<Record<string, string>> {
  const members = await Array.fromAsync(service.members.list('team'));
  const banned = await Array.fromAsync(service.bannedUsers.list('team'));
  return Object.fromEntries([
    ...members.map(({ uid, scope }) => [uid, scope]),
    ...banned.map(({ uid }) => [uid, 'banned']),
  ]);
}

const APIS = ['rest', 'import'];

test.each(APIS.flatMap((api) => ['participant', 'moderator'].map((scope) => [api, scope] as const)))(
  'is taken once, and joins when the ban ends: %s, %s',
  async (api, scope) => {
    await using at = await here(api);
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    put(at, 'members.csv', `${FILES['members.csv']}team,ben,${scope},\n`);
    const { exitCode, result } = await at.json('run', '--yes');
    expect([exitCode, result.entities.members]).toMatchObject([0, { exists: 1, rejected: 0 }]);
    expect(await people(at)).toEqual({ ann: 'admin', cy: 'participant', ben: 'banned' });
    expect((await at.json('verify')).exitCode).toBe(0);
    at.requests.length = 0;
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    expect(at.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
    // Another one is banned, so that the file has a row.
    put(at, 'bans.csv', 'guid,uid\nteam,cy\n');
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    expect(await people(at)).toEqual({ ann: 'admin', cy: 'banned', ben: scope });
    expect((await at.json('verify')).exitCode).toBe(0);
  },
);

test('is refused if it says in words that the user is not banned, until the ban ends', async () => {
  await using at = await here('rest');
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  put(at, 'members.csv', `${FILES['members.csv']}team,ben,participant,false\n`);
  const { exitCode, result } = await at.json('run', '--yes');
  expect([exitCode, result.problems[0]?.code]).toEqual([4, 'SERVICE.ERR_BANNED_GROUPMEMBER']);
  put(at, 'bans.csv', 'guid,uid\nteam,cy\n');
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  expect(await people(at)).toEqual({ ann: 'admin', cy: 'banned', ben: 'participant' });
});

test('is taken in a migration, too', async () => {
  await using at = await here('rest');
  writeFileSync(at.pipeline, readFileSync(at.pipeline, 'utf8').replace(/sync: .*/, ''));
  await at.service.users.create({ uid: 'ben', name: 'Ben' });
  await at.service.users.create({ uid: 'ann', name: 'Ann' });
  await at.service.groups.create({ guid: 'team', name: 'Team', type: 'private', owner: 'ann' });
  await at.service.bannedUsers.ban('team', 'ben');
  put(at, 'members.csv', `${FILES['members.csv']}team,ben,participant,\n`);
  const { exitCode, result } = await at.json('run', '--yes');
  expect([exitCode, result.entities.members]).toMatchObject([0, { rejected: 0 }]);
  expect((await people(at))['ben']).toBe('banned');
});

test.each(APIS)(
  'stays as it is if the app has banned the user, whatever its scope becomes: %s',
  async (api) => {
    await using at = await here(api);
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    await at.service.bannedUsers.ban('team', 'cy');
    put(at, 'members.csv', FILES['members.csv'].replace('participant', 'moderator'));
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    expect((await at.json('verify')).exitCode).toBe(0);
    at.requests.length = 0;
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    expect(at.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
    expect((await people(at))['cy']).toBe('banned');
    // Only a row that says so in words lifts a ban.
    put(at, 'members.csv', FILES['members.csv'].replace('participant,', 'moderator,false'));
    expect((await at.json('run', '--yes')).exitCode).toBe(0);
    expect((await people(at))['cy']).toBe('moderator');
  },
);

test('of somebody who has left the group is refused, and says so', async () => {
  await using at = await here('import');
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  await at.service.members.kick('team', 'cy');
  put(at, 'members.csv', FILES['members.csv'].replace('participant', 'moderator'));
  const { exitCode, result } = await at.json('run', '--yes');
  expect([exitCode, result.problems[0]?.samples[0]?.message]).toEqual([
    4,
    'cy is not a member of the group team',
  ]);
});
