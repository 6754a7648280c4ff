import { describe, expect, test } from 'vitest';
import { type CheckDeps, check, checkRow } from '../../../src/delivery/check.ts';
import { InFlight, type Settled } from '../../../src/delivery/in-flight.ts';
import { shown } from '../../../src/delivery/tally/tally.ts';
import type { RowCode } from '../../../src/errors/row-codes.ts';
import { entities } from '../../../src/input/entities/entities.ts';
import { type EntityName, entityRecord, type Item } from '../../../src/input/entities/entity.ts';
import { DEFAULT_POLICIES } from '../../../src/input/entities/policies.ts';
import { compileMapping, type FieldMap } from '../../../src/input/rows/mapping.ts';
import { placesIn } from '../../../src/input/rows/place.ts';
import { ndjson } from '../../../src/input/sources/json/ndjson.ts';
import { KeyIndex } from '../../../src/keys/key-index.ts';
import { rowsIn } from '../sources/read-rows.ts';

type Values = Readonly<Record<string, unknown>>;

/** The outcomes of rows of one entity; references to unknown keys are allowed. */
async function checked(name: EntityName, lines: readonly (Values | string)[], map: FieldMap = {}) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  const rows = await rowsIn(ndjson, 'rows.ndjson', text);
  const window = new InFlight(1_000, 0);
  const keys = entityRecord(() => new KeyIndex());
  const entity = entities[name];
  const items: Item[] = [];
  const deps: CheckDeps = {
    entity,
    mappings: [compileMapping(entity, map, undefined).mapping],
    keys,
    closed: new Set(),
    retention: undefined,
    now: 1_800_000_000,
    route: { carries: new Set(Object.keys(entity.fields)) },
    placeOf: placesIn(() => 'rows.ndjson'),
    onUnknown: () => {},
    placesOf: {},
    policies: DEFAULT_POLICIES,
  };
  const chunks = check(
    (async function* () {
      yield rows.map((row) => checkRow(row, deps));
    })(),
    window,
  );
  for await (const each of chunks) items.push(...each);
  for (const { seq } of items) window.settle(seq, { status: 'pending' });
  return { items, settled: window.take() };
}

const problemsOf = ({ outcome }: Settled) => (outcome.status === 'rejected' ? outcome.problems : []);

const user = { uid: 'u1', name: 'Ann' };
const group = { guid: 'g1', name: 'Room', type: 'public' };
const member = { guid: 'g1', uid: 'u1' };
const message = {
  muid: 'm1',
  sender: 'u1',
  receiver: 'u2',
  receiverType: 'user',
  sentAt: 1_700_000_000,
  text: 'hi',
};
const attachment = { url: 'https://a.example/a.png', name: 'a.png', mimeType: 'image/png', extension: 'png' };
const long = (chars: number): string => 'x'.repeat(chars);
const tags = (count: number, chars = 1): string[] => Array.from({ length: count }, () => long(chars));

const wrong: readonly (readonly [EntityName, Values, RowCode, string])[] = [
  ['users', { ...user, uid: undefined }, 'ROW.FIELD_MISSING', 'uid'],
  ['users', { ...user, uid: '' }, 'ROW.FIELD_MISSING', 'uid'],
  ['users', { ...user, uid: 'a b' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: '..' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: 'a/../b' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: 'a\r\nb' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: long(101) }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: 'é' }, 'ID.INVALID', 'uid'],
  // KELVIN SIGN, which becomes a k in lower case.
  ['users', { ...user, uid: '\u212a' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: '%2e%2e' }, 'ID.INVALID', 'uid'],
  ['users', { ...user, uid: -0.5 }, 'ID.PRECISION_LOST', 'uid'],
  ['users', { ...user, uid: true }, 'ROW.FIELD_TYPE', 'uid'],
  ['users', { ...user, uid: 1.5e300 }, 'ID.PRECISION_LOST', 'uid'],
  ['users', { ...user, uid: '1.23E+15' }, 'ID.PRECISION_LOST', 'uid'],
  ['users', { ...user, name: undefined }, 'ROW.FIELD_MISSING', 'name'],
  ['users', { ...user, name: '  ' }, 'ROW.FIELD_MISSING', 'name'],
  ['users', { ...user, name: long(101) }, 'USER.NAME_TOO_LONG', 'name'],
  ['users', { ...user, name: 'a\0b' }, 'ROW.TEXT_MALFORMED', 'name'],
  ['users', { ...user, name: '\ud800' }, 'ROW.TEXT_MALFORMED', 'name'],
  ['users', { ...user, avatar: 'ftp://a.example' }, 'USER.URL_INVALID', 'avatar'],
  ['users', { ...user, link: `https://a.example/${long(3_000)}` }, 'USER.URL_INVALID', 'link'],
  ['users', { ...user, metadata: { a: long(6_000) } }, 'USER.METADATA_TOO_LARGE', 'metadata'],
  ['users', { ...user, avatar: 'https://a.example/\ud83d' }, 'USER.URL_INVALID', 'avatar'],
  ['users', { ...user, metadata: [1] }, 'ROW.FIELD_TYPE', 'metadata'],
  ['users', { ...user, metadata: '9007199254740993' }, 'ROW.FIELD_TYPE', 'metadata'],
  ['users', { ...user, metadata: 5, 'metadata.team': 'red' }, 'ROW.FIELD_TYPE', 'metadata'],
  ['users', { ...user, metadata: '{"a":' }, 'ROW.JSON_INVALID', 'metadata'],
  ['users', { ...user, metadata: { a: '\0' } }, 'ROW.TEXT_MALFORMED', 'metadata'],
  ['users', { ...user, tags: tags(26) }, 'USER.TAGS_INVALID', 'tags'],
  ['users', { ...user, tags: tags(1, 101) }, 'USER.TAGS_INVALID', 'tags'],
  ['users', { ...user, createdAt: 'yesterday' }, 'ROW.TIME_INVALID', 'createdAt'],
  ['users', { ...user, createdAt: '2024-01-02T03:04:05' }, 'ROW.TIME_NO_ZONE', 'createdAt'],
  ['users', { ...user, lastActiveAt: 1_700_000_000_000 }, 'ROW.TIME_INVALID', 'lastActiveAt'],
  ['users', { ...user, role: 'A B' }, 'ID.INVALID', 'role'],
  ['groups', { ...group, guid: '.' }, 'ID.INVALID', 'guid'],
  ['groups', { ...group, name: long(101) }, 'GROUP.NAME_TOO_LONG', 'name'],
  ['groups', { ...group, type: 'open' }, 'GROUP.TYPE_INVALID', 'type'],
  ['groups', { ...group, type: 'password' }, 'GROUP.PASSWORD_MISSING', 'password'],
  ['groups', { ...group, type: 'password', password: long(101) }, 'GROUP.PASSWORD_TOO_LONG', 'password'],
  ['groups', { ...group, description: long(256) }, 'GROUP.DESCRIPTION_TOO_LONG', 'description'],
  ['groups', { ...group, icon: 'nope' }, 'GROUP.URL_INVALID', 'icon'],
  ['groups', { ...group, metadata: { a: long(6_000) } }, 'GROUP.METADATA_TOO_LARGE', 'metadata'],
  ['groups', { ...group, tags: tags(26) }, 'GROUP.TAGS_INVALID', 'tags'],
  ['groups', { ...group, owner: 'a b' }, 'ID.INVALID', 'owner'],
  ['members', { ...member, scope: 'boss' }, 'MEMBER.SCOPE_INVALID', 'scope'],
  ['members', { ...member, isBanned: 'maybe' }, 'ROW.FIELD_TYPE', 'isBanned'],
  ['members', { ...member, joinedAt: 1_900_000_000 }, 'MEMBER.JOINED_AT_INVALID', 'joinedAt'],
  ['members', { uid: 'u1' }, 'ROW.FIELD_MISSING', 'guid'],
  ['messages', { ...message, muid: long(256) }, 'MESSAGE.KEY_INVALID', 'muid'],
  ['messages', { ...message, muid: 'a\nb' }, 'MESSAGE.KEY_INVALID', 'muid'],
  ['messages', { ...message, muid: ' ' }, 'MESSAGE.KEY_INVALID', 'muid'],
  ['messages', { ...message, muid: '\u2028\u3000' }, 'MESSAGE.KEY_INVALID', 'muid'],
  ['messages', { ...message, muid: 1.5 }, 'ID.PRECISION_LOST', 'muid'],
  ['messages', { ...message, muid: 1e300 }, 'ID.PRECISION_LOST', 'muid'],
  ['messages', { ...message, muid: '1.23457E+18' }, 'ID.PRECISION_LOST', 'muid'],
  ['messages', { ...message, metadata: 'red' }, 'ROW.JSON_INVALID', 'metadata'],
  ['messages', { ...message, metadata: [1] }, 'ROW.FIELD_TYPE', 'metadata'],
  ['messages', { ...message, data: { metadata: 'red' } }, 'ROW.FIELD_TYPE', 'metadata'],
  ['messages', { ...message, data: { customData: [1] } }, 'ROW.FIELD_TYPE', 'data.customData'],
  ['messages', { ...message, data: { customData: 'x' } }, 'ROW.FIELD_TYPE', 'data.customData'],
  ['messages', { ...message, receiverType: 'room' }, 'MESSAGE.RECEIVER_TYPE_INVALID', 'receiverType'],
  ['messages', { ...message, category: 'x' }, 'MESSAGE.CATEGORY_INVALID', 'category'],
  ['messages', { ...message, type: 'poll' }, 'MESSAGE.TYPE_INVALID', 'type'],
  ['messages', { ...message, text: undefined }, 'MESSAGE.TEXT_EMPTY', 'text'],
  ['messages', { ...message, text: ' \n' }, 'MESSAGE.TEXT_EMPTY', 'text'],
  ['messages', { ...message, text: long(11_000) }, 'MESSAGE.DATA_TOO_LARGE', 'data'],
  ['messages', { ...message, text: 'a\0b' }, 'ROW.TEXT_MALFORMED', 'text'],
  ['messages', { ...message, metadata: { a: '\udc00' } }, 'ROW.TEXT_MALFORMED', 'data'],
  [
    'messages',
    { ...message, attachments: [{ ...attachment, url: 'a' }] },
    'MESSAGE.ATTACHMENT_INVALID',
    'attachments',
  ],
  [
    'messages',
    { ...message, attachments: [{ ...attachment, extension: undefined }] },
    'MESSAGE.ATTACHMENT_INVALID',
    'attachments',
  ],
  ['messages', { ...message, tags: 'a||b' }, 'MESSAGE.TAGS_INVALID', 'tags'],
  ['messages', { ...message, receiver: 'u1' }, 'MESSAGE.TO_SELF', 'receiver'],
  ['messages', { ...message, receiver: 'U1' }, 'MESSAGE.TO_SELF', 'receiver'],
  ['messages', { ...message, sentAt: undefined }, 'ROW.FIELD_MISSING', 'sentAt'],
  ['messages', { ...message, data: '[' }, 'ROW.JSON_INVALID', 'data'],
];

/** Members of a message that are numbers beyond 2^53, as JSON. */
const LONG = '9007199254740993';
const beyond: readonly (readonly [string, RowCode, string])[] = [
  [`"metadata":${LONG}`, 'ROW.FIELD_TYPE', 'metadata'],
  [`"metadata":"${LONG}"`, 'ROW.FIELD_TYPE', 'metadata'],
  [`"attachments":${LONG}`, 'MESSAGE.ATTACHMENT_INVALID', 'attachments'],
  [`"attachments":[${LONG}]`, 'MESSAGE.ATTACHMENT_INVALID', 'attachments'],
  [`"data":${LONG}`, 'ROW.FIELD_TYPE', 'data'],
  [`"data":{"metadata":${LONG}}`, 'ROW.FIELD_TYPE', 'metadata'],
  [`"data":{"customData":${LONG}}`, 'ROW.FIELD_TYPE', 'data.customData'],
  [`"text":{"a":${LONG}}`, 'ROW.FIELD_TYPE', 'text'],
  [`"tags":[${LONG}]`, 'MESSAGE.TAGS_INVALID', 'tags'],
  ['"metadata":1e400', 'ROW.FIELD_TYPE', 'metadata'],
  ['"text":1e400', 'ROW.FIELD_TYPE', 'text'],
];

describe('a row that the service would refuse', () => {
  test.each(beyond)('a message with %s is rejected as %s at %s', async (member, code, field) => {
    const { text: _, ...rest } = message;
    const { settled } = await checked('messages', [`${JSON.stringify(rest).slice(0, -1)},${member}}`]);
    expect(settled.flatMap(problemsOf)).toContainEqual(expect.objectContaining({ code, field }));
    expect(() => shown(settled.flatMap(problemsOf)[0]?.value)).not.toThrow();
  });

  test.each(wrong)('%s %o is rejected as %s at %s', async (name, values, code, field) => {
    const { items, settled } = await checked(name, [values]);
    expect(items).toEqual([]);
    expect(settled.flatMap(problemsOf)).toContainEqual(expect.objectContaining({ code, field }));
  });

  test('is reported with all its problems', async () => {
    const { settled } = await checked('users', [
      { uid: 'a b', name: long(101), avatar: 'x', tags: tags(26) },
    ]);
    const fields = settled.flatMap(problemsOf).map(({ field }) => field);
    expect(fields).toEqual(['uid', 'name', 'avatar', 'tags']);
  });

  test('does not delay other rows', async () => {
    const { items } = await checked('users', [
      user,
      '{"uid":',
      { ...user, uid: 'u2', name: '' },
      { ...user, uid: 'u3' },
    ]);
    expect(items.map(({ key, seq }) => [key, seq])).toEqual([
      ['u1', 0],
      ['u3', 3],
    ]);
  });
});

describe('a row at the limits', () => {
  const right: readonly (readonly [EntityName, Values])[] = [
    [
      'users',
      { ...user, uid: long(100), name: '🙂'.repeat(100), tags: tags(25, 100), metadata: { a: long(5_000) } },
    ],
    ['users', { ...user, uid: 7 }],
    ['users', { ...user, uid: '__proto__' }],
    ['users', { ...user, avatar: null, createdAt: '2024-01-02T03:04:05Z', tags: 'a|b' }],
    ['groups', { ...group, type: 'PASSWORD', password: 'x', description: long(255) }],
    ['groups', { guid: 'g', name: 'n' }],
    ['members', { ...member, scope: 'Admin', isBanned: 'false' }],
    ['messages', { ...message, text: '\\u0000 as text', metadata: { a: '\\ud800' } }],
    ['messages', { ...message, category: 'custom', type: 'poll', text: undefined, data: { any: 1 } }],
    ['messages', { ...message, type: 'image', text: undefined, attachments: [attachment] }],
  ];
  test.each(right)('%s %o passes', async (name, values) => {
    const { items, settled } = await checked(name, [values]);
    expect(settled.flatMap(problemsOf)).toEqual([]);
    expect(items).toHaveLength(1);
  });

  test('ids are lower-cased, as in the service', async () => {
    const { items } = await checked('members', [{ guid: 'G-1', uid: 'U_1' }]);
    expect(items[0]?.key).toBe('g-1_member_u_1');
  });

  test('a whole number beyond 2^53 inside JSON keeps its digits', async () => {
    const { items } = await checked('users', [
      '{"uid":"u1","name":"n","metadata":{"id":12345678901234567890}}',
      '{"uid":"u3","name":"n","metadata.id":12345678901234567890}',
    ]);
    expect(items.map(({ key }) => key)).toEqual(['u1', 'u3']);
    for (const index of [0, 1])
      expect(JSON.stringify(items[index]?.data['metadata'])).toBe('{"id":12345678901234567890}');
    const row = JSON.stringify({ ...message, data: { list: [{ n: 0 }] } }).replace(
      '"n":0',
      '"n":-12345678901234567890',
    );
    const { items: sent } = await checked('messages', [row]);
    expect(JSON.stringify(sent[0]?.data['data'])).toBe('{"list":[{"n":-12345678901234567890}],"text":"hi"}');
    const { settled } = await checked('users', ['{"uid":"u1","name":"n","metadata":12345678901234567890}']);
    expect(settled.flatMap(problemsOf)).toMatchObject([{ code: 'ROW.FIELD_TYPE', field: 'metadata' }]);
  });

  test('an id that is a number beyond 2^53 is rejected, because it may have been rounded', async () => {
    const { settled } = await checked('users', ['{"uid":12345678901234567890,"name":"n"}']);
    expect(settled.flatMap(problemsOf)).toMatchObject([
      { code: 'ID.PRECISION_LOST', field: 'uid', value: 12345678901234567890n },
    ]);
  });

  test('a muid that is a number beyond 2^53 keeps its digits', async () => {
    const row = JSON.stringify(message).replace('"m1"', '12345678901234567890');
    const { items } = await checked('messages', [row]);
    expect(items[0]?.key).toBe('12345678901234567890');
  });

  test('a member __proto__ of metadata is kept', async () => {
    const { items } = await checked('users', [
      '{"uid":"u1","name":"n","metadata":{"__proto__":{"a":1},"7":1}}',
    ]);
    expect(JSON.stringify(items[0]?.data['metadata'])).toBe('{"7":1,"__proto__":{"a":1}}');
  });
});

describe('keys within an entity', () => {
  test('a repeated row is skipped, a repeated key with other content is rejected with the place of the first row', async () => {
    const { settled } = await checked('users', [
      user,
      user,
      { ...user, name: 'Bob' },
      { ...user, uid: 'U1' },
    ]);
    expect(settled.map(({ outcome }) => outcome.status)).toEqual([
      'pending',
      'skipped',
      'rejected',
      'skipped',
    ]);
    expect(settled.flatMap(problemsOf)[0]).toMatchObject({ code: 'ROW.DUPLICATE', field: 'uid' });
    expect(settled.flatMap(problemsOf)[0]?.message).toContain('rows.ndjson:1');
  });

  test('a valid row may have the key of an invalid one', async () => {
    const { settled } = await checked('users', [{ ...user, name: '' }, user, { ...user, name: '' }]);
    expect(settled.map(({ outcome }) => outcome.status)).toEqual(['rejected', 'pending', 'rejected']);
  });
});
