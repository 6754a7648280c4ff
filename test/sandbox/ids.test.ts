import { expect, test } from 'vitest';
import { importRows, type Json, openSandbox } from './sandbox-client.ts';

/** Ids that JavaScript objects treat in their own way, in an order that they would change. */
const IDS = [
  '42',
  '__proto__',
  'zed',
  'constructor',
  '7',
  'tostring',
  'hasownproperty',
  'then',
  '0',
  'valueof',
];

/** The keys of a one-level JSON object of objects, in the order of the text. */
function keysOf(text: string, depth: number): string[] {
  const keys: string[] = [];
  let level = 0;
  for (const [token, key] of text.matchAll(/"((?:[^"\\]|\\.)*)":|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (token === '{') level += 1;
    else if (token === '}') level -= 1;
    else if (key !== undefined && level === depth) keys.push(key);
  }
  return keys;
}

/** A batch as text, because an object would reorder its keys. */
function batch(kind: string, rows: readonly (readonly [string, object])[]): string {
  const text = rows.map(([key, row]) => `${JSON.stringify(key)}: ${JSON.stringify(row)}`).join(' , ');
  return `{"note": {"9": 1, "b": 2}, "${kind}" : {${text}}}`;
}

test('names of object members and numbers work as uid, guid and muid, results in the order sent', async () => {
  await using opened = await openSandbox();
  const send = async (kind: string, rows: readonly (readonly [string, object])[]) => {
    const answer = await opened.post(`/data_import/${kind}`, batch(kind, rows));
    expect(keysOf(answer.text, 2)).toEqual(rows.map(([key]) => key));
    for (const [key] of rows)
      expect(new Map(Object.entries<Json>(answer.json.data)).get(key).success).toBe(true);
  };
  await send(
    'users',
    IDS.map((uid) => [uid, { uid, name: uid }]),
  );
  await send(
    'groups',
    IDS.map((guid) => [guid, { guid, name: guid, type: 'public' }]),
  );
  await send(
    'members',
    IDS.map((id) => [
      `${id}_member_7`,
      { memberId: `${id}_member_7`, guid: id, uid: '7', joinedAt: 1_600_000_000 },
    ]),
  );
  const text = { data: { text: 'say "{" and \\' }, sentAt: 1_700_000_000 };
  await send(
    'messages',
    IDS.map((muid) => [
      muid,
      { muid, sender: '__proto__', receiver: 'constructor', receiverType: 'user', ...text },
    ]),
  );
  const read = await opened.get('/messages?conversationId=user___proto___user_constructor');
  expect(read.json.data.map((one: Json) => one.muid)).toEqual(IDS);
  expect((await opened.get('/users')).json.data.map((one: Json) => one.uid)).toEqual(IDS);
  for (const id of IDS) {
    expect((await opened.get(`/users/${id}`)).json.data.name).toBe(id);
    expect((await opened.get(`/groups/${id}`)).json.data).toMatchObject({ guid: id, membersCount: 1 });
  }
  const added = await opened.post('/groups/zed/members', {
    participants: ['__proto__', '42', 'constructor', '0'],
  });
  expect(keysOf(added.text, 3)).toEqual(['__proto__', '42', 'constructor', '0']);
});

test('a row error keeps a key that objects treat in their own way', async () => {
  await using opened = await openSandbox();
  const answer = await opened.post(
    '/data_import/users',
    '{"users":{"__proto__":{"uid":"other","name":"x"},"__proto__x":5}}',
  );
  const rows = new Map(Object.entries<Json>(answer.json.data));
  expect(rows.get('__proto__').error.code).toBe('ERR_IMPORT_INVALID_USER_FORMAT');
  expect(answer.text).toContain('"details":{"__proto__":');
  expect(rows.get('__proto__x').error.code).toBe('ERR_IMPORT_INVALID_USER_FORMAT');
});

test('ids are lower-cased; letters whose lower-case form is ASCII are not let in', async () => {
  await using opened = await openSandbox();
  const answer = await importRows(opened, 'users', {
    MiXed: { uid: 'mixed', name: 'M' },
    '\u212aelvin': { uid: '\u212aelvin', name: 'K' },
  });
  expect(answer.json.data.MiXed.data.uid).toBe('mixed');
  expect(answer.json.data['\u212aelvin'].error.details).toEqual({ uid: ['The uid format is invalid.'] });
});
