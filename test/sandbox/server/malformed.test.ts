import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openPopulated, openSandbox } from '../sandbox-client.ts';

const NAMES = [
  'uid',
  'guid',
  'name',
  'type',
  'muid',
  'sender',
  'receiver',
  'receiverType',
  'sentAt',
  'data',
  'tags',
  'metadata',
  'role',
  'memberId',
  'joinedAt',
  'members',
  'participants',
  'users',
  'groups',
  'messages',
  'unset',
  'senderUserDetails',
  'mentionedUserDetails',
  'receiverGroupDetails',
  'isBanned',
  'permanent',
  'attachments',
  '__proto__',
];
const PATHS = [
  'POST /users',
  'PUT /users/ann',
  'DELETE /users/cid',
  'POST /groups',
  'POST /groups/team/members',
  'POST /messages',
  'POST /roles',
  'POST /users/ann/auth_tokens',
  'POST /data_import/users',
  'POST /data_import/groups',
  'POST /data_import/members',
  'POST /data_import/messages',
];
const QUERIES = [
  'perPage',
  'page',
  'limit',
  'affix',
  'id',
  'sentAt',
  'conversationId',
  'sender',
  'fromTimestamp',
  'tags',
  'searchKey',
  'searchIn',
  'types',
  'sortBy',
  'sortOrder',
  'scopes',
];
const LISTS = [
  '/users',
  '/groups',
  '/messages',
  '/conversations',
  '/groups/team/members',
  '/roles',
  '/users/ann/messages',
];

const word = fc.oneof(
  fc.constantFrom(
    'ann',
    'team',
    'user',
    'group',
    'text',
    '',
    '0',
    '-1',
    '1e9',
    '\u0000',
    '\ud800',
    '../x',
    'x'.repeat(5000),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    word,
    fc.constantFrom(null, true, 0, -1, 1_700_000_000, 1e300, 1.5),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(fc.constantFrom(...NAMES), word), tie('value'), {
      maxKeys: 6,
      noNullPrototype: true,
    }),
  ),
}));
const body = fc.dictionary(fc.constantFrom(...NAMES), value, { maxKeys: 10, noNullPrototype: true });

test('no body makes the sandbox fail: every answer is a success or a refusal', async () => {
  await using opened = await openPopulated();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PATHS), body, async (call, content) => {
      const [method = '', path = ''] = call.split(' ');
      const answer = await opened.call(method, path, { body: content });
      expect(answer.status, `${call} ${JSON.stringify(content)} ${answer.text}`).toBeLessThan(500);
      expect(answer.json.data !== undefined).toBe(answer.json.error === undefined);
    }),
    { numRuns: 1500, seed: 11 },
  );
  expect(opened.events.filter((event) => event.error !== undefined)).toEqual([]);
});

test('no import row makes the sandbox fail', async () => {
  await using opened = await openPopulated();
  const kinds = fc.constantFrom('users', 'groups', 'members', 'messages');
  const good = {
    uid: 'ann',
    guid: 'team',
    name: 'N',
    type: 'public',
    sender: 'ann',
    receiver: 'bob',
    receiverType: 'user',
    sentAt: 1_700_000_000,
    joinedAt: 1_700_000_000,
    data: { text: 'x' },
  };
  await fc.assert(
    fc.asyncProperty(kinds, word, body, async (kind, key, over) => {
      const row = { ...good, uid: key, guid: key, muid: key, ...over };
      const answer = await opened.post(`/data_import/${kind}`, { [kind]: { [key]: row } });
      expect(answer.status, `${kind} ${JSON.stringify(row)} ${answer.text}`).toBe(200);
    }),
    { numRuns: 1500, seed: 12 },
  );
});

test('no query makes the sandbox fail', async () => {
  await using opened = await openPopulated();
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...LISTS),
      fc.dictionary(fc.constantFrom(...QUERIES), word, { maxKeys: 4 }),
      async (path, query) => {
        const answer = await opened.get(`${path}?${new URLSearchParams(query)}`);
        expect(answer.status, `${path} ${JSON.stringify(query)} ${answer.text}`).toBeLessThan(500);
      },
    ),
    { numRuns: 1000, seed: 13 },
  );
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test('what is nested too deep is refused alone, and searches go on working', async () => {
  await using opened = await openPopulated();
  const refused = await opened.post(
    '/users',
    `{"uid":"deep","name":"D","metadata":{"a":${nested(100_000)}}}`,
  );
  expect([refused.status, Object.keys(refused.json.error.details)]).toEqual([400, ['metadata']]);
  const rows = await opened.post(
    '/data_import/users',
    `{"users":{"good":{"uid":"good","name":"G"},"bad":{"uid":"bad","name":"B","metadata":{"a":${nested(100_000)}}}}}`,
  );
  expect([rows.json.data.good.success, rows.json.data.bad.success]).toEqual([true, false]);
  const send = (levels: number) =>
    opened.post(
      '/messages',
      `{"receiver":"ann","receiverType":"user","data":{"text":"hi","a":${nested(levels)}}}`,
    );
  expect((await send(1500)).status).toBe(400);
  expect((await send(499)).status).toBe(200);
  expect((await opened.get('/messages?searchKey=hi')).json.data).toHaveLength(1);
});

test.each(['/users?tags=', '/groups?tags=', '/messages?mentionedUids=', '/conversations?tags='])(
  'a list in a query has a limit: %s',
  async (start) => {
    await using opened = await openSandbox();
    const ask = (count: number) => opened.get(start + Array.from({ length: count }, (_, n) => n).join());
    expect((await ask(100)).status).toBe(200);
    expect((await ask(2000)).json.error.code).toBe('ERR_BAD_REQUEST');
  },
);
