import { expect, test } from 'vitest';
import { codes, type Json, openPopulated } from '../sandbox-client.ts';

const PATH = '/users/ann/blockedusers';
const uidsOf = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.uid);

test('users are blocked, listed and unblocked, each uid with a result of its own', async () => {
  await using opened = await openPopulated();
  const blocked = await opened.post(PATH, { blockedUids: ['Bob', 'none'] });
  expect(blocked.json.data.bob).toEqual({
    success: true,
    message: 'The user with UID ann has blocked user with UID bob successfully.',
  });
  expect(codes(blocked.json.data)).toEqual({ bob: 'ok', none: 'ERR_UID_NOT_FOUND' });
  const list = await opened.get(PATH);
  expect(list.json.data).toEqual([
    expect.objectContaining({
      uid: 'bob',
      blockedByMe: true,
      blockedByMeAt: expect.any(Number),
      blockedAt: expect.any(Number),
      conversationId: 'user_ann_user_bob',
    }),
  ]);
  expect(list.json.meta.pagination).toMatchObject({ total: 1, count: 1, total_pages: 1 });
  expect(uidsOf(await opened.get('/users/bob/blockedusers'))).toEqual([]);
  expect(codes((await opened.post(PATH, { blockedUids: ['bob', 'cid'] })).json.data)).toEqual({
    bob: 'ok',
    cid: 'ok',
  });
  expect(uidsOf(await opened.get(`${PATH}?perPage=1&page=2`))).toEqual(['cid']);
  expect(uidsOf(await opened.get(`${PATH}?searchKey=ci`))).toEqual(['cid']);
  const lifted = await opened.call('DELETE', PATH, { body: { blockedUids: ['bob'] } });
  expect(lifted.json.data).toEqual({
    bob: { success: true, message: 'The user with UID ann has unblocked user with UID bob successfully.' },
  });
  expect(uidsOf(await opened.get(PATH))).toEqual(['cid']);
  await opened.remove('/users/cid', { body: { permanent: true } });
  expect((await opened.get(PATH)).json.meta.pagination.total).toBe(0);
});

test('nobody blocks itself, and lists of uids are checked', async () => {
  await using opened = await openPopulated();
  const self = await opened.post(PATH, { blockedUids: ['bob', 'ann'] });
  expect([self.status, self.json.error.code]).toEqual([401, 'ERR_CANNOT_BLOCK_SELF']);
  expect((await opened.get(PATH)).json.data).toEqual([]);
  for (const blockedUids of [undefined, null, [], 'bob', [{}], ['b b'], ['\u0000']]) {
    for (const method of ['POST', 'DELETE']) {
      const { status, json } = await opened.call(method, PATH, { body: { blockedUids } });
      expect([status, Object.keys(json.error.details)]).toEqual([400, ['blockedUids']]);
    }
  }
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await opened.call(method, '/users/nobody/blockedusers', {
      ...(method !== 'GET' && { body: { blockedUids: ['ann'] } }),
    });
    expect([answer.status, answer.json.error.code]).toEqual([404, 'ERR_UID_NOT_FOUND']);
  }
});
