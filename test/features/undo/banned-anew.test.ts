import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { put, sync, undo } from './put-back.ts';

/** Members of others whom a sync bans, whom the app takes out by lifting the ban, and whom the sync bans again. */

const MEMBERS = 'guid,uid,isBanned\ng,out,true\n';
const CHANGED = 'guid,uid,isBanned,scope\ng,out,true,moderator\n';

async function withMember(here: ServiceHere, scope: 'admin' | 'participant'): Promise<void> {
  const { service } = here;
  const T = 1_700_000_000;
  await service.users.create({ uid: 'out', name: 'Out' });
  await service.dataImport.groups([{ guid: 'g', name: 'G', type: 'private', createdAt: T }]);
  await service.dataImport.members([{ guid: 'g', uid: 'out', joinedAt: T + 1, scope }]);
}

async function inGroup({ service }: ServiceHere): Promise<object> {
  const uids = async (rows: AsyncIterable<{ uid: string }>) =>
    (await Array.fromAsync(rows)).map(({ uid }) => uid);
  return {
    members: await uids(service.members.list('g')),
    banned: await uids(service.bannedUsers.list('g')),
  };
}

const here = (api: string) =>
  serviceHere({ api, files: { 'members.csv': MEMBERS }, rest: 'references: open\nsync: {}' });

test.each(['import', 'rest'])(
  'the new ban is ours, and what the app ended stays ended, through %s',
  async (api) => {
    await using service = await here(api);
    await withMember(service, 'admin');
    await sync(service);
    expect(await inGroup(service)).toEqual({ members: [], banned: ['out'] });
    await service.service.bannedUsers.unban('g', 'out');
    put(service, 'members.csv', CHANGED);
    await sync(service);
    expect(await inGroup(service)).toEqual({ members: [], banned: ['out'] });
    await undo(service);
    expect(await inGroup(service)).toEqual({ members: [], banned: [] });
  },
);

test('a ban that the app lifts after that, and a member whom it adds then, are left alone', async () => {
  await using service = await here('import');
  await withMember(service, 'participant');
  await sync(service);
  await service.service.bannedUsers.unban('g', 'out');
  put(service, 'members.csv', CHANGED);
  await sync(service);
  await service.service.bannedUsers.unban('g', 'out');
  await service.service.members.add('g', { admins: ['out'] });
  await undo(service);
  expect(await inGroup(service)).toEqual({ members: ['out'], banned: [] });
});
