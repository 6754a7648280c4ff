import { describe, expect, test } from 'vitest';
import type { Item } from '../../../src/input/entities/entity.ts';
import { WHOLE_ROWS } from '../../../src/input/rows/owned-fields.ts';
import { importApi } from '../../../src/service/targets/import-api.ts';
import { restApi } from '../../../src/service/targets/rest-api.ts';

const budget = { requests: 60, perMs: 60_000, concurrency: 1 };
const bulk = importApi({ budget }).routes;
const rest = restApi({ core: budget, standard: budget }).routes;
const item = (key: string, data: Record<string, unknown>): Item => ({
  key,
  data,
  json: JSON.stringify(data),
  seq: 0,
  owned: WHOLE_ROWS,
});
const IDS = ['b', '42', '7', '__proto__', 'constructor', 'toString', 'hasownproperty', 'null', 'a'];
const users = IDS.map((uid) => item(uid, { uid, name: `name of ${uid}` }));
const refused = (code: string) => ({ success: false, error: { code, message: 'said' } });

describe('the import API', () => {
  test('keeps every row and the order of rows, whatever their ids', () => {
    const { body = '', path } = bulk.users.build(users, 0);
    expect(path).toBe('/data_import/users');
    expect(
      [...String(body).matchAll(/"([^"]+)":\{"uid"|,"([^"]+)":\{"uid"/g)].map(([, a, b]) => a ?? b),
    ).toEqual(IDS);
    const parsed = (JSON.parse(String(body)) as { users: Record<string, { uid: string }> }).users;
    for (const id of IDS)
      expect(Object.getOwnPropertyDescriptor(parsed, id)?.value).toMatchObject({ uid: id });
  });

  test('a member without joinedAt is sent without one; its key is the memberId', () => {
    const { body = '' } = bulk.members.build(
      [item('g_member_u', { guid: 'g', uid: 'u', scope: 'admin' })],
      1_700_000_000,
    );
    expect(JSON.parse(String(body)).members['g_member_u']).toEqual({
      memberId: 'g_member_u',
      guid: 'g',
      uid: 'u',
      scope: 'admin',
    });
  });

  test('leaves out fields that the API does not have', () => {
    const { body = '' } = bulk.groups.build(
      [item('g', { guid: 'g', name: 'n', type: 'public', description: 'd' })],
      0,
    );
    expect(JSON.parse(String(body))).toEqual({ groups: { g: { guid: 'g', name: 'n', type: 'public' } } });
  });

  test.each<[string, unknown, unknown]>([
    ['plain success', { success: true, data: { uid: 'a' } }, { status: 'created' }],
    ['nested data', { success: true, data: { data: { uid: 'a' } } }, { status: 'created' }],
    ['a duplicate', refused('ERR_UID_ALREADY_EXISTS'), { status: 'duplicate' }],
    [
      'a refusal',
      refused('ERR_X'),
      { status: 'rejected', problems: [{ code: 'SERVICE.ERR_X', message: 'said' }] },
    ],
    ['success as text', { success: 'true' }, { status: 'again' }],
    ['no word', undefined, { status: 'again' }],
    ['null', null, { status: 'again' }],
    ['an error without a code', { success: false, error: {} }, { status: 'again' }],
  ])('reads %s', (_what, result, verdict) => {
    const data = result === undefined ? {} : { a: result };
    expect(bulk.users.settle({ data }, [item('a', {})])).toEqual([verdict]);
  });

  test('only own members of an answer count, not inherited ones', () => {
    const verdicts = bulk.users.settle({ data: {} }, users);
    expect(new Set(verdicts?.map(({ status }) => status))).toEqual(new Set(['again']));
    const body = JSON.parse(`{"data":{${IDS.map((id) => `"${id}":{"success":true}`)}}}`);
    expect(new Set(bulk.users.settle(body, users)?.map(({ status }) => status))).toEqual(
      new Set(['created']),
    );
  });

  test.each([undefined, null, [], 'x', {}, { data: [] }, { data: null }, { error: {} }])(
    '%j is no answer at all',
    (body) => {
      expect(bulk.users.settle(body, users)).toBeUndefined();
    },
  );

  test('one conversation has one order key, whoever the sender is', () => {
    const message = (sender: string, receiver: string, receiverType = 'user') =>
      bulk.messages.orderKey(item('m', { sender, receiver, receiverType }));
    expect(message('a', 'b')).toBe(message('b', 'a'));
    expect(message('a', 'b')).not.toBe(message('a', 'c'));
    expect(message('a', 'b', 'group')).toBe(message('c', 'b', 'group'));
    expect(message('a', 'b', 'group')).not.toBe(message('a', 'b'));
  });

  test('never accepts more than 50 rows, and fewer on request', () => {
    expect(importApi({ budget, itemsMax: 500 }).routes.users.maxItems).toBe(50);
    expect(importApi({ budget, itemsMax: 5 }).routes.users.maxItems).toBe(5);
  });
});

describe('the REST API', () => {
  test.each(['..', '.', 'a/b', 'a b', ' lead', 'a\r\nx: y', 'é', 'a\tb', '', 'A', 7])(
    'lets the id %j into no path and no header',
    (id) => {
      const data = { guid: id, uid: 'u', scope: 'admin' };
      expect(() => rest.members.build([item('m', data)], 0)).toThrow(/unchecked id/);
      const message = { sender: id, receiver: 'b', receiverType: 'user' };
      expect(() => rest.messages.build([item('m', message)], 0)).toThrow(/unchecked id/);
    },
  );

  test('sends members of one group in one call, in a list for each scope', () => {
    const rows = IDS.map((uid, index) =>
      item(uid, {
        guid: 'g',
        uid,
        scope: ['admin', 'participant', 'moderator'][index % 3],
        isBanned: index === 8,
      }),
    );
    const { path, body = '' } = rest.members.build(rows, 0);
    expect(path).toBe('/groups/g/members');
    expect(JSON.parse(String(body))).toEqual({
      admins: ['b', '__proto__', 'hasownproperty'],
      participants: ['42', 'constructor', 'null'],
      moderators: ['7', 'toString'],
      usersToBan: ['a'],
    });
    expect(rest.members.maxItems).toBe(25);
  });

  test('reads the answer for each member from the list of its scope', () => {
    const rows = [
      item('a', { guid: 'g', uid: 'a', scope: 'admin' }),
      item('b', { guid: 'g', uid: 'b', scope: 'participant' }),
      item('c', { guid: 'g', uid: 'c', scope: 'participant' }),
    ];
    const body = {
      data: { admins: { a: { success: true } }, participants: { b: refused('ERR_ALREADY_JOINED') } },
    };
    expect(rest.members.settle(body, rows)).toEqual([
      { status: 'created' },
      { status: 'duplicate' },
      { status: 'again' },
    ]);
  });

  test('sends a message as its sender and does not repeat it unchecked', () => {
    const data = {
      muid: 'm',
      sender: 'a',
      receiver: 'b',
      receiverType: 'user',
      sentAt: 1,
      data: { text: 'x' },
    };
    const request = rest.messages.build([item('m', data)], 0);
    expect(request).toMatchObject({ path: '/messages', headers: { onBehalfOf: 'a' }, repeatable: false });
    expect(JSON.parse(request.body as string)).not.toHaveProperty('sender');
    expect(JSON.parse(request.body as string)).not.toHaveProperty('sentAt');
  });

  test('an existing user or group is a duplicate, anything else is a refusal', () => {
    expect(rest.users.refusal?.('ERR_UID_ALREADY_EXISTS')).toEqual({ status: 'duplicate' });
    expect(rest.groups.refusal?.('ERR_GUID_ALREADY_EXISTS')).toEqual({ status: 'duplicate' });
    expect(rest.users.refusal?.('ERR_BAD_REQUEST')).toBeUndefined();
    expect(rest.users.settle({ data: { uid: 'a' } }, [item('a', {})])).toEqual([{ status: 'created' }]);
    expect(rest.users.settle({}, [item('a', {})])).toBeUndefined();
  });
});
