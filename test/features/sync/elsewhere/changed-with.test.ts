import { expect, test } from 'vitest';
import { realSystem } from '../../../../src/system/system.ts';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';
import { put } from '../../undo/put-back.ts';

/**
 * What the service changes besides a row, when the row is removed or comes back, is written again: after each night that
 * ends with 0, the service has what the files say, and the next sync sends nothing.
 */

const FILES = {
  'roles.csv': 'role,name\nvip,VIP\nstaff,Staff\n',
  'users.csv': 'uid,name,role,deactivatedAt\nann,Ann,vip,\nben,Ben,,\ncy,Cy,staff,\ndee,Dee,,\n',
  'groups.csv': 'guid,name,owner\nteam,Team,ann\nside,Side,ann\n',
  'members.csv': `guid,uid,scope
team,ann,admin
team,ben,participant
team,cy,participant
team,dee,participant
side,ann,admin
side,ben,participant
`,
  'messages.csv': `muid,sender,receiver,receiverType,sentAt,text,parentMuid
m1,ann,team,group,1760000001,root,
m2,ben,team,group,1760000002,two,
m3,ben,team,group,1760000003,reply,m1
m4,ann,ben,user,1760000004,direct,
`,
  'reactions.csv': 'muid,uid,reaction\nm1,ben,👍\nm2,ann,👍\n',
  'pins.csv': 'muid\nm2\nm4\n',
  'receipts.csv': 'conversation,uid,readAt\ngroup_team,cy,1760000005\nann_user_ben,ben,1760000009\n',
  'friends.csv': 'uid,friendUid\nann,ben\nann,cy\n',
  'blocks.csv': 'uid,blockedUid\nben,dee\nann,dee\n',
  'bans.csv': 'guid,uid\nside,ben\nteam,dee\n',
} as const;

const here = (rest = ''): Promise<ServiceHere> =>
  serviceHere({
    files: FILES,
    rest: `references: open
policies: { threads: write, reactions: write, pins: write }
sync: { onMissing: delete, maxDelete: 100% }
${rest}`,
  });

/** A sync run that ends with this code, after which another sends nothing if it is 0. */
async function night(at: ServiceHere, exitCode = 0): Promise<void> {
  const { exitCode: ended, result } = await at.json('run', '--yes');
  expect([ended, result.error]).toEqual([exitCode, undefined]);
  if (exitCode !== 0) return;
  at.requests.length = 0;
  expect((await at.json('run', '--yes')).exitCode).toBe(0);
  // Before live calls it asks whether people could be notified.
  expect(at.requests.filter((each) => !each.includes('/notifications/'))).toEqual([]);
}

/** The first night of a test, whose peace another test has looked at. */
async function firstNight(at: ServiceHere): Promise<void> {
  const { exitCode, result } = await at.json('run', '--yes');
  expect([exitCode, result.error]).toEqual([0, undefined]);
}

const without = (name: keyof typeof FILES, start: string): string => {
  const lines = FILES[name].split('\n').filter((line) => !line.startsWith(start));
  expect(lines.length).toBeLessThan(FILES[name].split('\n').length);
  return lines.join('\n');
};

/** What the service has of all entities, without what it chooses itself. */
async function contentOf({ service }: ServiceHere): Promise<unknown> {
  const all = async <T extends object>(list: AsyncIterable<T>, ...fields: string[]): Promise<unknown[]> =>
    (await Array.fromAsync(list))
      .map((row) => fields.map((field) => (row as Record<string, unknown>)[field] ?? null))
      .sort((a, b) => (String(a) < String(b) ? -1 : 1));
  const messages = (await Array.fromAsync(service.messages.list())).filter(({ muid }) => muid);
  const muidOf = (id: unknown) => messages.find((each) => String(each.id) === String(id))?.muid ?? null;
  const uids = ['ann', 'ben', 'cy', 'dee'];
  return {
    roles: await all(service.roles.list(), 'role', 'name'),
    users: await all(service.users.list(), 'uid', 'name', 'role'),
    groups: await all(service.groups.list(), 'guid', 'name', 'owner'),
    members: await Promise.all(
      ['team', 'side'].map((guid) => all(service.members.list(guid), 'uid', 'scope')),
    ),
    bans: await Promise.all(['team', 'side'].map((guid) => all(service.bannedUsers.list(guid), 'uid'))),
    friends: await Promise.all(uids.map((uid) => all(service.friends.list(uid), 'uid'))),
    blocks: await Promise.all(uids.map((uid) => all(service.blockedUsers.list(uid), 'uid'))),
    messages: messages
      .map(({ muid, data, parentId, pinnedAt }) => [
        muid,
        data?.['text'],
        parentId ? muidOf(parentId) : null,
        Boolean(pinnedAt),
        data?.['reactions'] ? Object.keys(data['reactions']).length : 0,
      ])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1)),
  };
}

const differences = async (at: ServiceHere): Promise<number> => (await at.json('verify')).exitCode;

test('who was banned and stands among the members is one again in the night that lifts the ban', async () => {
  await using at = await here();
  await night(at);
  put(at, 'bans.csv', 'guid,uid\nside,ben\n');
  const { stdout } = await runHere(['plan', at.pipeline]);
  expect(stdout).toContain('removed before anything is written: bans 1');
  const { exitCode: ended, result } = await at.json('run', '--yes');
  expect([ended, result.missing?.bans?.deleted]).toEqual([0, 1]);
  const members = (await Array.fromAsync(at.service.members.list('team'))).map(({ uid }) => uid);
  expect(members.toSorted()).toEqual(['ann', 'ben', 'cy', 'dee']);
  await night(at);
  expect(await differences(at)).toBe(0);
});

test('who was banned and becomes a member in the same night is one', async () => {
  await using at = await here();
  put(at, 'members.csv', without('members.csv', 'team,dee'));
  await night(at);
  put(at, 'members.csv', FILES['members.csv']);
  put(at, 'bans.csv', 'guid,uid\nside,ben\n');
  await night(at);
  const members = (await Array.fromAsync(at.service.members.list('team'))).map(({ uid }) => uid);
  expect(members.toSorted()).toEqual(['ann', 'ben', 'cy', 'dee']);
  expect(await differences(at)).toBe(0);
});

test('a user has its role again when the role returns', async () => {
  await using at = await here();
  await firstNight(at);
  put(at, 'roles.csv', without('roles.csv', 'vip'));
  await at.json('run', '--yes');
  put(at, 'roles.csv', FILES['roles.csv']);
  await night(at);
  expect((await at.service.users.get('ann')).role).toBe('vip');
  expect(await differences(at)).toBe(0);
});

test('a message that returns below a receipt is read again', async () => {
  await using at = await here();
  await firstNight(at);
  put(at, 'messages.csv', without('messages.csv', 'm2'));
  put(at, 'reactions.csv', without('reactions.csv', 'm2'));
  put(at, 'pins.csv', 'muid\nm4\n');
  await night(at);
  put(at, 'messages.csv', FILES['messages.csv']);
  put(at, 'reactions.csv', FILES['reactions.csv']);
  put(at, 'pins.csv', FILES['pins.csv']);
  await night(at);
  expect(await differences(at)).toBe(0);
});

test('a message that returns while a receipt is in no file is read again when the receipt returns', async () => {
  await using at = await here();
  const fewer = without('receipts.csv', 'group_team');
  put(at, 'receipts.csv', fewer);
  await night(at);
  // The user has read it all by then, so that the receipt is not ours.
  await at.service.conversations.withGroup.markAsRead('team', {}, { onBehalfOf: 'cy' });
  put(at, 'receipts.csv', FILES['receipts.csv']);
  await night(at);
  put(at, 'receipts.csv', fewer);
  for (const name of ['messages.csv', 'reactions.csv'] as const) put(at, name, without(name, 'm2'));
  put(at, 'pins.csv', 'muid\nm4\n');
  await night(at);
  for (const name of ['messages.csv', 'reactions.csv', 'pins.csv'] as const) put(at, name, FILES[name]);
  await night(at);
  put(at, 'receipts.csv', FILES['receipts.csv']);
  await night(at);
  expect(await differences(at)).toBe(0);
});

test('reactions and pins of a message that has left are refused in the same night', async () => {
  await using at = await here();
  await firstNight(at);
  put(at, 'messages.csv', without('messages.csv', 'm2'));
  const { exitCode, result } = await at.json('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.entities.reactions?.blocked).toBe(1);
  expect(result.entities.pins?.blocked).toBe(1);
  put(at, 'messages.csv', FILES['messages.csv']);
  await night(at);
  expect(await differences(at)).toBe(0);
});

test('a reply hangs on its root again when the root returns', async () => {
  await using at = await here();
  await firstNight(at);
  put(at, 'messages.csv', without('messages.csv', 'm1'));
  put(at, 'reactions.csv', without('reactions.csv', 'm1'));
  await at.json('run', '--yes');
  put(at, 'messages.csv', FILES['messages.csv']);
  put(at, 'reactions.csv', FILES['reactions.csv']);
  await night(at);
  const list = await Array.fromAsync(at.service.messages.list({ conversationId: 'group_team' } as never));
  const root = list.find(({ muid }) => muid === 'm1');
  const reply = list.find(({ muid }) => muid === 'm3');
  expect(String(reply?.parentId)).toBe(String(root?.id));
  expect(await differences(at)).toBe(0);
});

test('messages of a group that leaves go with it, also if another message has to leave first', async () => {
  await using at = await here();
  const inSide = [5, 6, 7].map((n) => `m${n},ann,side,group,176000001${n},text,\n`).join('');
  put(at, 'messages.csv', FILES['messages.csv'] + inSide);
  await night(at);
  put(at, 'groups.csv', without('groups.csv', 'side'));
  put(at, 'members.csv', without('members.csv', 'side'));
  put(at, 'bans.csv', without('bans.csv', 'side'));
  put(at, 'messages.csv', without('messages.csv', 'm4'));
  at.requests.length = 0;
  expect((await at.json('run', '--yes')).exitCode).toBe(4);
  const removals = at.requests.filter((each) => each.startsWith('DELETE '));
  expect(removals.filter((each) => each.includes('/messages/'))).toHaveLength(1);
  expect(removals.filter((each) => each.includes('/members/'))).toEqual([]);
});

test.each([
  ['users', 'dee', { members: 1, blocks: 2, bans: 1 }],
  ['users', 'ben', { members: 2, friends: 1, reactions: 1, blocks: 1, receipts: 1, bans: 1 }],
  ['groups', 'side', { members: 2, bans: 1 }],
  ['groups', 'team', { members: 4, messages: 3, reactions: 2, pins: 1, bans: 1 }],
] as const)(
  'rows that name one of the %s who leaves are refused in the same night: %s',
  async (entity, key, refused) => {
    await using at = await here();
    await firstNight(at);
    put(at, `${entity}.csv`, without(`${entity}.csv`, key));
    const nights = [];
    for (let count = 2; count <= 3; count++) {
      at.requests.length = 0;
      const { exitCode, result } = await at.json('run', '--yes');
      expect(exitCode).toBe(4);
      nights.push(
        Object.fromEntries(
          Object.entries(result.entities).flatMap(([name, { rejected, blocked }]) =>
            rejected + blocked > 0 ? [[name, rejected + blocked]] : [],
          ),
        ),
      );
      const removals = at.requests.filter((each) => each.startsWith('DELETE '));
      expect(removals).toEqual(count === 2 ? [`DELETE /v3/${entity}/${key}`] : []);
    }
    expect(nights).toEqual([refused, refused]);
    put(at, `${entity}.csv`, FILES[`${entity}.csv`]);
    await night(at);
    expect(await differences(at)).toBe(0);
  },
);

test('nothing leaves first if a file has changed while it was compared', async () => {
  await using at = await here();
  await firstNight(at);
  put(at, 'messages.csv', without('messages.csv', 'm2'));
  at.requests.length = 0;
  let isBack = false;
  const openSync: typeof realSystem.files.openSync = (path, ...how) => {
    // The last entity is compared: the export that was being written is whole.
    if (String(path).includes('sync/bans') && !isBack) {
      isBack = true;
      put(at, 'messages.csv', FILES['messages.csv']);
    }
    return realSystem.files.openSync(path, ...how);
  };
  const system = { ...realSystem, files: { ...realSystem.files, openSync } };
  const { exitCode, stderr } = await runHere(['run', at.pipeline, '--yes'], undefined, system);
  expect([isBack, exitCode, stderr]).toEqual([true, 9, expect.stringContaining('SOURCE.CHANGED')]);
  expect(at.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
  await night(at);
});

/** The first row of every file, by its beginning. */
const ROWS = Object.entries(FILES).map(
  ([name, text]) => [name as keyof typeof FILES, text.split('\n')[1] as string] as const,
);

test.each(ROWS)('a row of %s that leaves and comes back leaves no trace: %s', async (name, line) => {
  await using at = await here();
  await firstNight(at);
  const before = await contentOf(at);
  put(at, name, without(name, line));
  const { exitCode } = await at.json('run', '--yes');
  expect([0, 4]).toContain(exitCode);
  put(at, name, FILES[name]);
  await night(at);
  expect(await contentOf(at)).toEqual(before);
  expect(await differences(at)).toBe(0);
});
