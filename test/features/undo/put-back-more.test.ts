import { expect, test } from 'vitest';
import type { UndoDone, UndoPreview } from '../../../src/features/undo/undo-document.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { put, shown, sync, undo } from './put-back.ts';

/** What a sync has changed in members, messages and roles of others is put back by `undo`. */

type Members = { readonly uid: string; readonly scope: unknown; readonly joinedAt?: unknown }[];

/** A group of others with four members, through an API that keeps the time of joining or not. */
async function withMembers({ service }: ServiceHere, keepsTime: boolean) {
  const T = 1_700_000_000;
  for (const uid of ['off', 'out', 'same', 'up']) await service.users.create({ uid, name: uid });
  await service.dataImport.groups([{ guid: 'g', name: 'G', type: 'private', createdAt: T }]);
  await service.dataImport.members(
    ['off', 'out', 'same', 'up'].map((uid, index) => ({
      guid: 'g',
      uid,
      joinedAt: T + 1 + index,
      scope: uid === 'out' || uid === 'same' ? 'moderator' : 'participant',
    })),
  );
  const members = async (): Promise<Members> =>
    (await Array.fromAsync(service.members.list('g')))
      .map(({ uid, scope, joinedAt }) => ({ uid, scope, ...(keepsTime ? { joinedAt } : {}) }))
      .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  return { members, before: await members() };
}

const scopesOf = (members: Members): string[] => members.map(({ uid, scope }) => `${uid} ${scope}`);

test.each(['import', 'rest'])('scopes and bans of members are put back through %s', async (api) => {
  await using here = await serviceHere({
    api,
    files: {
      'members.csv':
        'guid,uid,scope,joinedAt,isBanned\ng,up,admin,,\ng,out,,,true\ng,same,moderator,,\ng,off,admin,,\n',
    },
    rest: 'references: open\nsync: {}',
  });
  const { members, before } = await withMembers(here, api === 'import');
  // Somebody who is deactivated sees no group, so the list tells.
  if (api === 'import') await here.service.users.deactivate(['off']);
  here.requests.length = 0;
  await sync(here);
  expect(here.requests.filter((each) => each.startsWith('PUT') && each.endsWith('/same'))).toEqual([]);
  if (api === 'import') await here.service.users.reactivate(['off']);
  expect(scopesOf(await members())).toEqual(['off admin', 'same moderator', 'up admin']);
  const { done } = await undo(here);
  expect(done.putBack?.members).toMatchObject({ rows: 3, changed: 0, stays: 0, failed: 0 });
  expect(await members()).toEqual(before);
});

test('a ban of somebody who was in a group is lifted, and the membership is as it was', async () => {
  await using here = await serviceHere({
    files: { 'bans.csv': 'guid,uid\ng,out\n' },
    rest: 'references: open',
  });
  const { members, before } = await withMembers(here, true);
  await sync(here);
  expect(scopesOf(await members())).not.toContain('out moderator');
  const { done } = await undo(here);
  expect(done.putBack?.members).toMatchObject({ rows: 1, fields: 2 });
  expect(await members()).toEqual(before);
  expect(await Array.fromAsync(here.service.bannedUsers.list('g'))).toEqual([]);
});

test('text, tags and metadata of a message are put back', async () => {
  const line = (text: string, more: object): string =>
    `${JSON.stringify({ muid: 'm1', sender: 'a', receiver: 'b', receiverType: 'user', sentAt: 1_795_000_000, text, ...more })}\n`;
  await using here = await serviceHere({
    files: { 'messages.ndjson': line('Hi', {}) },
    rest: 'references: open\nsync: {}',
  });
  const { service } = here;
  for (const uid of ['a', 'b']) await service.users.create({ uid, name: uid });
  await service.dataImport.messages([
    {
      muid: 'm1',
      sender: 'a',
      receiver: 'b',
      receiverType: 'user',
      sentAt: 1_795_000_000,
      category: 'message',
      type: 'text',
      data: { text: 'Hi', metadata: { app: 1, lang: 'en' } },
      tags: ['t'],
    },
  ] as never);
  await sync(here);
  const [first] = await Array.fromAsync(service.messages.list({ sender: 'a' }));
  put(here, 'messages.ndjson', line('Hello', { metadata: { lang: 'de', by: 'x' }, tags: ['n'] }));
  await sync(here);
  const id = String(first?.id);
  expect((await service.messages.get(id)).data).toMatchObject({
    text: 'Hello',
    metadata: { app: 1, lang: 'de', by: 'x' },
  });
  const { done } = await undo(here);
  expect(done.putBack?.messages).toMatchObject({ rows: 1, fields: 4 });
  const message = await service.messages.get(id);
  expect(message.data).toMatchObject({ text: 'Hi', metadata: { app: 1, lang: 'en' } });
  expect(message.data).not.toHaveProperty('metadata.by');
  expect(message.tags).toEqual(['t']);
});

test('a role that users of others have is kept, unless it is asked for', async () => {
  await using here = await serviceHere({
    files: {
      'roles.csv': 'role,name\nboss,Boss\nclerk,Clerk\n',
      'users.csv': 'uid,name,role\nann,Ann,clerk\n',
    },
    rest: 'sync: {}',
  });
  const { service } = here;
  await service.users.create({ uid: 'eve', name: 'Eve' });
  await sync(here);
  await service.users.update('eve', { role: 'boss' });
  const { result: planned } = await here.json<UndoPreview>('undo');
  const { result } = await here.json<UndoDone>('undo', '--confirm', String(planned.confirm));
  expect(result.entities).toMatchObject({ roles: { removed: 1, kept: 1 } });
  expect((await service.users.get('eve')).role).toBe('boss');
  const { result: again } = await here.json<UndoPreview>('undo', '--include-used');
  await here.json('undo', '--include-used', '--confirm', String(again.confirm));
  expect((await service.users.get('eve')).role).toBe('default');
});

test('fields of a role are put back', async () => {
  await using here = await serviceHere({
    files: { 'roles.csv': 'role,name,description,metadata.a\nboss,Chief,,2\n' },
    rest: 'sync: {}',
  });
  const { service } = here;
  await service.roles.create({
    role: 'boss',
    name: 'Boss',
    description: 'All',
    metadata: { a: '1', b: '1' },
  });
  const before = shown(await service.roles.get('boss'));
  await sync(here);
  expect((await service.roles.get('boss')).name).toBe('Chief');
  await undo(here);
  expect(shown(await service.roles.get('boss'))).toEqual(before);
});
