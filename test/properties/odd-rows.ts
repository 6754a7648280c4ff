import fc from 'fast-check';
import type { CoreName } from '../../src/input/entities/entity.ts';

/** A row as one line of NDJSON: the JSON of each member, so that numbers have any form. */
type Members = Readonly<Record<string, string>>;

/** Rows of every entity; each has at most two odd members. */
export type OddRows = Readonly<Record<CoreName, readonly string[]>>;

const json = (value: unknown): string => JSON.stringify(value);
const LONG_NUMBER = '9007199254740993';

/** Values that are right in some field and wrong in most. */
const ANYWHERE = [
  'null',
  'true',
  '0',
  '-1',
  '1.5',
  '1e3',
  LONG_NUMBER,
  '123456789012345678901234567890',
  '1e400',
  '""',
  '" "',
  '"\\u00a0"',
  '"\\u0000"',
  '"\\u0007"',
  '"a\\ud83d"',
  '"\\ufeff"',
  '"\\u2028"',
  '"__proto__"',
  '[]',
  '[1]',
  '{}',
  '{"__proto__":1}',
  `{"a":${LONG_NUMBER}}`,
  '{"a":1e400}',
  '[[]]',
  '"[]"',
  '"{}"',
  '"7"',
  `"${LONG_NUMBER}"`,
  `"[${LONG_NUMBER}]"`,
  '"1.23457E+18"',
  '"K"',
  '"İ"',
  '"ſ"',
  '"."',
  '".."',
  '"a/b"',
  '"%2e"',
  json('x'.repeat(100)),
  json('x'.repeat(101)),
  json('é'.repeat(100)),
  json('😀'.repeat(100)),
  json('x'.repeat(255)),
  json('x'.repeat(256)),
  json('x'.repeat(3_001)),
  json('x'.repeat(11_000)),
  json('\u0001'.repeat(1_800)),
  nested(40),
  nested(70),
  json(nested(40)),
];

function nested(levels: number): string {
  return `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
}

const URLS = [
  '"https://example.com/a.png"',
  '"HTTP://EXAMPLE.COM"',
  '"https://"',
  '"ftp://a.b"',
  '"https://a b"',
  '"https://ü"',
  '"https://example.com/\\ud83d"',
  '"https://example.com/\\u0000"',
  '"https://example.com/ a\\t"',
  '" https://a.b"',
  json(`https://example.com/${'x'.repeat(2_990)}`),
];
const TIMES = [
  '999999999',
  '1000000000',
  '9999999999',
  '10000000000',
  '1700000000.9',
  '"2024-02-30T00:00:00Z"',
];
const JSON_OBJECTS = [
  '{"a":1}',
  '"{\\"a\\":1}"',
  json({ a: 'x'.repeat(5_000) }),
  json({ a: 'é'.repeat(2_600) }),
  json({ a: '\u0001'.repeat(900) }),
];
const TAGS = [
  '["a","b"]',
  '"a|b"',
  json(Array(25).fill('t')),
  json(Array(26).fill('t')),
  '["a\\ud83d"]',
  '[" "]',
];
const ATTACHMENT = { url: 'https://example.com/a.png', name: 'a', mimeType: 'image/png', extension: 'png' };
const ATTACHMENTS = [
  json([ATTACHMENT]),
  json(json([ATTACHMENT])),
  json([{ ...ATTACHMENT, extension: '' }]),
  json([{ ...ATTACHMENT, url: 'x' }]),
  json([{ ...ATTACHMENT, url: 'https://example.com/\ud83d' }]),
  json([{ ...ATTACHMENT, size: 1 }]),
  json(ATTACHMENT),
];
const DATA = [
  '{"text":"x"}',
  '{"text":null}',
  `{"text":"x","metadata":${LONG_NUMBER}}`,
  '{"text":"x","metadata":null}',
  '{"text":"x","metadata":"m"}',
  '{"text":"x","metadata":[]}',
  '{"text":"x","metadata":{"a":1}}',
  '{"text":"x","customData":"m"}',
  '{"customData":{}}',
  '{"customData":{"a":1}}',
  '{"customData":[1]}',
  '{"customData":null}',
  `{"customData":${LONG_NUMBER}}`,
  '{"text":"x","attachments":null}',
  '{"url":"x"}',
  '{"url":"https://example.com/a"}',
  '{"url":7}',
  '{"text":"x","entities":7}',
  '{"text":"x","mentions":7}',
  '{"text":"x","__proto__":{"text":7}}',
  '{"__proto__":{"text":"x"}}',
  `{"text":${LONG_NUMBER}}`,
  json({ text: 'x', attachments: [ATTACHMENT] }),
  json({ attachments: [ATTACHMENT] }),
  json({ text: 'x'.repeat(10_220) }),
  json({ text: 'x'.repeat(10_230) }),
];

type Pools = Readonly<Record<string, readonly string[]>>;
/** Without roles: only the service knows which there are. */
const USER: Pools = {
  uid: [],
  name: [],
  avatar: URLS,
  link: URLS,
  statusMessage: [],
  metadata: JSON_OBJECTS,
  'metadata.a': JSON_OBJECTS,
  tags: TAGS,
  createdAt: TIMES,
  lastActiveAt: TIMES,
  deactivatedAt: TIMES,
};
const GROUP: Pools = {
  guid: [],
  name: [],
  type: ['"public"', '"private"', '"Private"', '"password"'],
  password: ['"p"'],
  icon: URLS,
  description: [],
  owner: ['"u-0"', '"u-1"', '"app_system"'],
  metadata: JSON_OBJECTS,
  tags: TAGS,
  createdAt: TIMES,
};
const MEMBER: Pools = {
  guid: ['"g-1"', '"G-1"'],
  uid: ['"u-1"', '"U-1"'],
  scope: ['"admin"', '"Admin"', '"moderator"', '"owner"'],
  joinedAt: ['1600000000', '1700000000', '4000000000', ...TIMES],
  isBanned: ['true', 'false', '1', '"1"', '"yes"'],
};
const MESSAGE: Pools = {
  muid: [],
  sender: ['"u-1"', '"u-2"'],
  receiver: ['"u-1"', '"g-1"', '"g-2"'],
  receiverType: ['"group"', '"Group"', '"user"'],
  sentAt: TIMES,
  category: ['"message"', '"custom"', '"Custom"', '"action"'],
  type: ['"text"', '"image"', '"file"', '"Text"', '"poll"'],
  text: [],
  data: DATA,
  'data.customData': ['{"a":1}', '{}'],
  metadata: JSON_OBJECTS,
  'metadata.a': JSON_OBJECTS,
  attachments: ATTACHMENTS,
  tags: TAGS,
  deliveredAt: TIMES,
  readAt: TIMES,
  parentMuid: [],
};

/** Indices that choose members and values. */
const odds = fc.array(fc.tuple(fc.nat(999), fc.nat(999), fc.boolean()), { maxLength: 2 });
const lists = (length: number) => fc.array(odds, { minLength: length, maxLength: length });

function odd(row: Members, chosen: readonly (readonly [number, number, boolean])[], pools: Pools): string {
  const members = new Map(Object.entries(row));
  for (const [at, which, own] of chosen) {
    const names = Object.keys(pools);
    const name = names[at % names.length] as string;
    const pool = own && pools[name]?.length ? (pools[name] as readonly string[]) : ANYWHERE;
    members.set(name, pool[which % pool.length] as string);
  }
  return `{${Array.from(members, ([name, value]) => `${json(name)}:${value}`).join(',')}}\n`;
}

/** Kinds of messages that rows are made from; the last of them lack what a live call needs. */
const CONTENTS: readonly Members[] = [
  { text: '"Hello"' },
  { type: '"image"', attachments: json([ATTACHMENT]) },
  { category: '"custom"', type: '"poll"', data: '{"customData":{"a":1}}' },
  { type: '"file"', text: '"no file"' },
  { category: '"custom"', type: '"poll"', text: '"no custom data"' },
];

/** Exports of `count` rows of each entity. */
export const oddRows = (count: number): fc.Arbitrary<OddRows> =>
  fc
    .record({
      users: lists(count),
      groups: lists(count),
      members: lists(count),
      messages: lists(count * 2),
    })
    .map(({ users, groups, members, messages }) => ({
      users: users.map((chosen, at) =>
        odd({ uid: `"u-${at}"`, name: `"User ${at}"` }, at < 3 ? [] : chosen, USER),
      ),
      groups: groups.map((chosen, at) =>
        odd(
          { guid: `"g-${at}"`, name: `"Group ${at}"`, owner: '"u-0"', createdAt: '1650000000' },
          at < 3 ? [] : chosen,
          GROUP,
        ),
      ),
      members: members.map((chosen, at) =>
        odd(
          { guid: `"g-${at % 3}"`, uid: `"u-${Math.floor(at / 3)}"`, joinedAt: '1660000000' },
          chosen,
          MEMBER,
        ),
      ),
      messages: messages.map((chosen, at) =>
        odd(
          {
            muid: `"m-${at}"`,
            sender: `"u-${at % 2}"`,
            receiver: at % 3 === 0 ? '"u-2"' : `"g-${at % 3}"`,
            receiverType: at % 3 === 0 ? '"user"' : '"group"',
            sentAt: String(1_700_000_000 + at),
            ...CONTENTS[at % 7],
            ...(at % 7 > 4 ? CONTENTS[0] : {}),
          },
          chosen,
          MESSAGE,
        ),
      ),
    }));
