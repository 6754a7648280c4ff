import { expect, test } from 'vitest';
import { type Json, openPopulated } from './sandbox-client.ts';

test('a group is created with its members; its owner is an admin', async () => {
  await using opened = await openPopulated();
  const answer = await opened.post(
    '/groups',
    {
      guid: 'Club',
      name: 'Club',
      type: 'public',
      members: { moderators: ['bob'], participants: ['bob', 'nobody'] },
    },
    { as: 'ann' },
  );
  expect(answer.json.data).toMatchObject({
    guid: 'club',
    owner: 'ann',
    membersCount: 2,
    scope: 'admin',
    hasJoined: true,
  });
  expect(answer.json.data.members.data.moderators.bob.success).toBe(true);
  expect(answer.json.data.members.data.participants).toEqual({
    nobody: { success: false, error: expect.objectContaining({ code: 'ERR_UID_NOT_FOUND' }) },
  });
  expect((await opened.get('/groups/club')).json.data).not.toHaveProperty('scope');
  expect((await opened.get('/groups/club', { as: 'bob' })).json.data.scope).toBe('moderator');
  const codeOf = async (body: object) =>
    (await opened.post('/groups', { guid: 'g', name: 'G', ...body })).json.error.code;
  expect(await codeOf({ guid: 'club', type: 'public' })).toBe('ERR_GUID_ALREADY_EXISTS');
  expect(await codeOf({ type: 'password' })).toBe('ERR_EMPTY_GROUP_PASS');
  expect(await codeOf({ type: 'public', owner: 'nobody' })).toBe('ERR_UID_NOT_FOUND');
  expect(await codeOf({ type: 'odd' })).toBe('ERR_BAD_REQUEST');
  expect((await opened.get('/groups/nogroup')).json.error.code).toBe('ERR_GUID_NOT_FOUND');
});

test('groups are listed by type, by prefix, sorted, and those a user is in', async () => {
  await using opened = await openPopulated();
  await opened.post('/groups', { guid: 'b', name: 'Alpha', type: 'private', tags: ['t'] });
  await opened.post('/groups', { guid: 'a', name: 'Beta', type: 'public' });
  const guids = async (query: string, as?: string) =>
    (await opened.get(`/groups?${query}`, as === undefined ? {} : { as })).json.data.map(
      (one: Json) => one.guid,
    );
  expect(await guids('')).toEqual(['team', 'b', 'a']);
  expect(await guids('type=private')).toEqual(['b']);
  expect(await guids('types=private,public')).toEqual(['team', 'b', 'a']);
  expect(await guids('searchKey=al')).toEqual(['b']);
  expect(await guids('sortBy=name')).toEqual(['b', 'a', 'team']);
  expect(await guids('sortBy=guid&sortOrder=desc')).toEqual(['team', 'b', 'a']);
  expect(await guids('hasJoined=true', 'ann')).toEqual(['team']);
  expect((await opened.get('/groups?perPage=2')).json.meta.pagination).toMatchObject({
    total: 3,
    total_pages: 2,
  });
});
