import { expect, test } from 'vitest';
import { codes, importRows, type Json, openPopulated, users } from '../sandbox-client.ts';

const uidsOf = (answer: { json: Json }) => answer.json.data.map((one: Json) => one.uid);

test('friendship is mutual, and each uid has a result of its own', async () => {
  await using opened = await openPopulated();
  const added = await opened.post('/users/ann/friends', { accepted: ['Bob', 'none', 'cid'] });
  expect(added.status).toBe(200);
  expect(added.json.data.accepted.bob).toEqual({
    success: true,
    message: 'Created relationship with status accepted.',
  });
  expect(codes(added.json.data.accepted)).toEqual({ bob: 'ok', none: 'ERR_UID_NOT_FOUND', cid: 'ok' });
  expect(uidsOf(await opened.get('/users/ann/friends'))).toEqual(['bob', 'cid']);
  const ofBob = await opened.get('/users/bob/friends');
  expect(ofBob.json.data).toEqual([
    expect.objectContaining({ uid: 'ann', conversationId: 'user_ann_user_bob' }),
  ]);
  expect(ofBob.json.meta).toMatchObject({ pagination: { total: 1, count: 1 }, cursor: { affix: 'prepend' } });
  const again = await opened.post('/users/bob/friends', { accepted: ['ann'] });
  expect(codes(again.json.data.accepted)).toEqual({ ann: 'ERR_ALREADY_FRIEND' });
  expect(uidsOf(await opened.get('/users/ann/friends?searchKey=name%20of%20c'))).toEqual(['cid']);
  expect(uidsOf(await opened.get('/users/ann/friends?perPage=1&page=2'))).toEqual(['cid']);
  await opened.remove('/users/cid');
  expect(uidsOf(await opened.get('/users/ann/friends'))).toEqual(['bob']);
});

test('friends are removed all or none', async () => {
  await using opened = await openPopulated();
  await opened.post('/users/ann/friends', { accepted: ['bob'] });
  const remove = (friends: unknown) => opened.call('DELETE', '/users/ann/friends', { body: { friends } });
  const none = await remove(['bob', 'cid']);
  expect([none.status, none.json.error.code]).toEqual([400, 'ERR_NOT_A_FRIEND']);
  expect((await remove(['nobody'])).json.error.code).toBe('ERR_UID_NOT_FOUND');
  expect(uidsOf(await opened.get('/users/bob/friends'))).toEqual(['ann']);
  expect((await remove(['bob'])).json.data).toEqual({
    success: true,
    message: 'Deleted the friend relations successfully.',
  });
  expect(uidsOf(await opened.get('/users/bob/friends'))).toEqual([]);
  for (const friends of [undefined, [], 'bob', ['not good']]) {
    expect((await remove(friends)).json.error.details).toHaveProperty('friends');
  }
});

test('nobody is its own friend', async () => {
  await using opened = await openPopulated();
  const self = await opened.post('/users/ann/friends', { accepted: ['bob', 'ANN'] });
  expect([self.status, self.json.error.code]).toEqual([403, 'ERR_CANNOT_FORM_SELF_RELATION']);
  expect(uidsOf(await opened.get('/users/ann/friends'))).toEqual([]);
  expect((await opened.post('/users/nobody/friends', { accepted: ['ann'] })).status).toBe(404);
  for (const accepted of [undefined, null, [], {}, 'bob', [7], ['__proto__ ']]) {
    const { status, json } = await opened.post('/users/ann/friends', { accepted });
    expect([status, Object.keys(json.error.details)]).toEqual([400, ['accepted']]);
  }
});

test('a user has at most 1,000 friends; a user that is gone is no longer one', async () => {
  await using opened = await openPopulated();
  const uids = Array.from({ length: 1000 }, (_, index) => `f${index}`);
  for (let at = 0; at < uids.length; at += 50) {
    await importRows(opened, 'users', users(...uids.slice(at, at + 50)));
  }
  expect(
    Object.keys((await opened.post('/users/ann/friends', { accepted: uids })).json.data.accepted),
  ).toHaveLength(1000);
  const full = (await opened.post('/users/bob/friends', { accepted: ['ann'] })).json.data.accepted.ann;
  expect(full).toMatchObject({ success: false, error: { code: 'ERR_FAILED_TO_ADD_FRIEND' } });
  await opened.remove('/users/f7', { body: { permanent: true } });
  expect((await opened.get('/users/ann/friends')).json.meta.pagination.total).toBe(999);
  expect(codes((await opened.post('/users/bob/friends', { accepted: ['ann'] })).json.data.accepted)).toEqual({
    ann: 'ok',
  });
});

test('of requests that race for one friendship one wins', async () => {
  await using opened = await openPopulated();
  const answers = await Promise.all([
    opened.post('/users/ann/friends', { accepted: ['bob'] }),
    opened.post('/users/bob/friends', { accepted: ['ann'] }),
  ]);
  const outcomes = answers.flatMap(({ json }) => Object.values(codes(json.data.accepted)));
  expect(outcomes.sort()).toEqual(['ERR_ALREADY_FRIEND', 'ok']);
});
