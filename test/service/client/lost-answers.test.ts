import { describe, expect, test } from 'vitest';
import { parseFaults } from '../../../src/sandbox/sandbox.ts';
import { type ChatService, chatService } from '../../../src/service/client/chat-service.ts';
import type { RowResults } from '../../../src/service/client/row-result.ts';
import { openSandbox } from '../../sandbox/sandbox-client.ts';
import { fakeService, rejection } from './fake-service.ts';

/** A sandbox with ann, bob and the group `g`, whose first answer below a path is lost after its work is done. */
async function opened(path?: string) {
  const own = await openSandbox(path === undefined ? {} : { faults: parseFaults(`reset-afterx1@${path}`) });
  const { baseUrl, files } = own.sandbox;
  for (const uid of ['ann', 'bob']) await own.call('POST', '/users', { body: { uid, name: uid } });
  await own.call('POST', '/groups', { body: { guid: 'g', name: 'G', type: 'public' } });
  const service = chatService({ baseUrl, apiKey: own.secret(files.apiKey) });
  return {
    service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await own[Symbol.asyncDispose]();
    },
  };
}

type Call = (service: ChatService) => Promise<RowResults>;
const participants: Call = async ({ members }) =>
  (await members.add('g', { participants: ['bob'] })).participants;

const calls: readonly (readonly [path: string, call: Call])[] = [
  ['/groups/g/members', participants],
  ['/data_import/users', (s) => s.dataImport.users([{ uid: 'eve', name: 'Eve' }])],
  ['/data_import/groups', (s) => s.dataImport.groups([{ guid: 'h', name: 'H', type: 'public' }])],
  ['/data_import/members', (s) => s.dataImport.members([{ guid: 'g', uid: 'bob', joinedAt: 1_600_000_000 }])],
];

describe('a row that is refused', () => {
  test.each(calls)('after a lost answer of %s may have been done by this very call', async (path, call) => {
    await using own = await opened(path);
    const [row] = (await call(own.service)).values();
    expect(row).toMatchObject({ success: false, maybeDone: true });
    expect(row?.error?.code).toMatch(/ALREADY/);
  });

  test.each(calls)('by the first answer of %s was there before', async (_path, call) => {
    await using own = await opened();
    const [done] = (await call(own.service)).values();
    expect(done).toMatchObject({ success: true, maybeDone: false });
    const [refused] = (await call(own.service)).values();
    expect(refused).toMatchObject({ success: false, maybeDone: false });
  });

  const bob = { bob: { success: false, error: { code: 'ERR_ALREADY' } }, cid: { success: true } };
  test.each<[string, unknown, Call]>([
    ['friends.add', { accepted: bob }, (s) => s.friends.add('ann', ['bob', 'cid'])],
    ['blockedUsers.block', bob, (s) => s.blockedUsers.block('ann', ['bob', 'cid'])],
    ['blockedUsers.unblock', bob, (s) => s.blockedUsers.unblock('ann', ['bob', 'cid'])],
    ['restrictedFeatures.restrict', bob, (s) => s.restrictedFeatures.restrict('r', ['bob', 'cid'])],
  ])('by %s knows of a lost answer, a row that is done does not need to', async (_name, data, call) => {
    await using fake = await fakeService((_, number) => (number === 1 ? { cut: true } : { body: { data } }));
    const rows = await call(fake.service);
    expect(rows.get('bob')?.maybeDone).toBe(true);
    expect(rows.get('cid')?.maybeDone).toBe(false);
  });
});

describe('a group with members', () => {
  const group = { guid: 'new', name: 'New', type: 'public', members: { participants: ['bob'] } } as const;

  test('whose answer was lost may have been created, members and all', async () => {
    await using own = await opened();
    await own.service.groups.create(group);
    expect(await rejection(own.service.groups.create(group))).toMatchObject({ maybeDone: false });
    await using fake = await fakeService((_, number) =>
      number === 1 ? { cut: true } : { status: 400, body: { error: { code: 'ERR_GUID_ALREADY_EXISTS' } } },
    );
    expect(await rejection(fake.service.groups.create(group))).toMatchObject({ maybeDone: true });
  });

  test.each([true, false])('that are refused says whether an earlier answer was lost: %j', async (cut) => {
    const refused = { success: false, error: { code: 'ERR_ALREADY_JOINED' } };
    const data = { guid: 'new', members: { data: { participants: { bob: refused } } } };
    await using fake = await fakeService((_, number) =>
      cut && number === 1 ? { cut: true } : { body: { data } },
    );
    const made = await fake.service.groups.create(group);
    const bob = cut ? { ...refused, maybeDone: true } : refused;
    expect(made['members']).toEqual({ data: { participants: { bob } } });
  });
});
