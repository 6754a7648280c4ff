import type { CoreName } from '../../src/input/entities/entity.ts';
import type { Cells } from './cast.ts';
import { type Kind, notice, problem } from './kind.ts';

/** One field of an otherwise good row: its cell, the code, and the cells that must stand beside it. */
type Wrong = readonly [name: string, field: string, cell: unknown, code: string, beside?: Cells];

function kindsOf(entity: CoreName, wrong: readonly Wrong[]): readonly Kind[] {
  return wrong.map(([name, field, cell, code, beside = {}]) => ({
    name: `${entity}: ${name}`,
    rows: (cast) => [cast.bad(entity, { ...beside, [field]: cell }, problem(code, field, cell))],
  }));
}

const long = (length: number): string => 'x'.repeat(length);
const manyTags = JSON.stringify(Array.from({ length: 26 }, (_, index) => `tag ${index}`));

const users: readonly Wrong[] = [
  ['no uid', 'uid', '', 'ROW.FIELD_MISSING'],
  ['no name', 'name', '', 'ROW.FIELD_MISSING'],
  ['a blank name', 'name', ' \u00a0', 'ROW.FIELD_MISSING'],
  ['metadata that is a list', 'metadata', '[1,2]', 'ROW.FIELD_TYPE'],
  ['metadata that is no JSON', 'metadata', '{team:red}', 'ROW.JSON_INVALID'],
  ['tags that are cut off', 'tags', '["a', 'ROW.JSON_INVALID'],
  ['a role that the map does not know', 'role', 'director', 'ROW.VALUE_UNMAPPED'],
  ['a mail address as uid', 'uid', 'ann@example.com', 'ID.INVALID'],
  ['a uid of 101 characters', 'uid', long(101), 'ID.INVALID'],
  ['an umlaut in a uid', 'uid', 'jürgen', 'ID.INVALID'],
  ['a path as uid', 'uid', '../groups', 'ID.INVALID'],
  ['an exponent as uid', 'uid', '1e3', 'ID.PRECISION_LOST'],
  ['a uid from a spreadsheet', 'uid', '1.23457E+15', 'ID.PRECISION_LOST'],
  ['a name of 101 characters', 'name', long(101), 'USER.NAME_TOO_LONG'],
  ['an avatar that is no URL', 'avatar', 'a.png', 'USER.URL_INVALID'],
  ['an avatar by ftp', 'avatar', 'ftp://files.example.com/a.png', 'USER.URL_INVALID'],
  ['a link of 3,001 characters', 'link', `https://example.com/${long(2_981)}`, 'USER.URL_INVALID'],
  ['metadata over 5 KB', 'metadata', `{"note":"${long(5_120)}"}`, 'USER.METADATA_TOO_LARGE'],
  ['26 tags', 'tags', manyTags, 'USER.TAGS_INVALID'],
  ['an empty tag', 'tags', 'a||b', 'USER.TAGS_INVALID'],
];

const groups: readonly Wrong[] = [
  ['no guid', 'guid', '', 'ROW.FIELD_MISSING'],
  ['a guid with a blank', 'guid', 'team room', 'ID.INVALID'],
  ['a name of 101 characters', 'name', long(101), 'GROUP.NAME_TOO_LONG'],
  ['an unknown type', 'type', 'secret', 'GROUP.TYPE_INVALID'],
  ['no password', 'password', '', 'GROUP.PASSWORD_MISSING', { type: 'password' }],
  ['a password of 101 characters', 'password', long(101), 'GROUP.PASSWORD_TOO_LONG', { type: 'password' }],
  ['a description of 256 characters', 'description', long(256), 'GROUP.DESCRIPTION_TOO_LONG'],
  ['an icon that is no URL', 'icon', '/icons/team.png', 'GROUP.URL_INVALID'],
  ['metadata over 5 KB', 'metadata', `{"note":"${long(5_120)}"}`, 'GROUP.METADATA_TOO_LARGE'],
  ['a tag of 101 characters', 'tags', long(101), 'GROUP.TAGS_INVALID'],
];

const members: readonly Wrong[] = [
  ['no uid', 'uid', '', 'ROW.FIELD_MISSING'],
  ['no guid', 'guid', '', 'ROW.FIELD_MISSING'],
  ['an unknown scope', 'scope', 'owner', 'MEMBER.SCOPE_INVALID'],
  ['isBanned that is neither true nor false', 'isBanned', 'maybe', 'ROW.FIELD_TYPE'],
  ['joined in the future', 'joinedAt', '2090-01-01T00:00:00Z', 'MEMBER.JOINED_AT_INVALID'],
];

const messages: readonly Wrong[] = [
  ['no muid', 'muid', '', 'ROW.FIELD_MISSING'],
  ['no sender', 'sender', '', 'ROW.FIELD_MISSING'],
  ['no receiver', 'receiver', '', 'ROW.FIELD_MISSING'],
  ['no receiverType', 'receiverType', '', 'ROW.FIELD_MISSING'],
  ['no sentAt', 'sentAt', '', 'ROW.FIELD_MISSING'],
  ['a muid of 256 characters', 'muid', long(256), 'MESSAGE.KEY_INVALID'],
  ['a tab in a muid', 'muid', 'a\tb', 'MESSAGE.KEY_INVALID'],
  ['an unknown receiverType', 'receiverType', 'channel', 'MESSAGE.RECEIVER_TYPE_INVALID'],
  ['an unknown category', 'category', 'action', 'MESSAGE.CATEGORY_INVALID'],
  ['an unknown type', 'type', 'sticker', 'MESSAGE.TYPE_INVALID'],
  ['no text', 'text', '', 'MESSAGE.TEXT_EMPTY'],
  ['a blank text', 'text', ' \n\u2003', 'MESSAGE.TEXT_EMPTY'],
  ['data over 10 KB', 'data', `{"text":"${long(10_240)}"}`, 'MESSAGE.DATA_TOO_LARGE', { text: '' }],
  [
    'an attachment without a name',
    'attachments',
    '[{"url":"https://x.example/a"}]',
    'MESSAGE.ATTACHMENT_INVALID',
  ],
  ['a list as data', 'data', '[1]', 'ROW.FIELD_TYPE', { text: '' }],
  ['metadata that is no JSON', 'metadata', 'team=red', 'ROW.JSON_INVALID'],
  ['a tag that is a number', 'tags', '["a",2]', 'MESSAGE.TAGS_INVALID'],
  ['older than what the service keeps', 'sentAt', 1_000_000_001, 'MESSAGE.TOO_OLD'],
];

const several: readonly Kind[] = [
  {
    name: 'messages: two faults in one row',
    rows: (cast) => [
      cast.bad(
        'messages',
        { receiverType: 'room', tags: '[true]' },
        problem('MESSAGE.RECEIVER_TYPE_INVALID', 'receiverType', 'room'),
        problem('MESSAGE.TAGS_INVALID', 'tags', '[true]'),
      ),
    ],
  },
  {
    name: 'messages: to oneself',
    rows: (cast) => [
      cast.bad(
        'messages',
        { receiver: cast.ann, receiverType: 'user' },
        problem('MESSAGE.TO_SELF', 'receiver', cast.ann),
      ),
    ],
  },
  {
    name: 'messages: to oneself in other letters',
    rows: (cast) => [
      cast.bad(
        'messages',
        { receiver: cast.ann.toUpperCase(), receiverType: 'user' },
        problem('MESSAGE.TO_SELF', 'receiver', cast.ann.toUpperCase()),
      ),
    ],
  },
  {
    name: 'members: joined before the group was there',
    rows: (cast) => {
      const joinedAt = Number(cast.cells('groups')['createdAt']) - 1;
      return [cast.bad('members', { joinedAt }, problem('MEMBER.JOINED_AT_INVALID', 'joinedAt', joinedAt))];
    },
  },
  {
    name: 'members: joined in the very second in which the group was made',
    rows: (cast) => {
      const joinedAt = cast.cells('groups')['createdAt'];
      return [cast.bad('members', { joinedAt }, problem('MEMBER.JOINED_AT_INVALID', 'joinedAt', joinedAt))];
    },
  },
];

const right: readonly Kind[] = [
  {
    name: 'good: everything at its limit',
    rows: (cast) => [
      cast.good(
        'users',
        { uid: `${cast.id()}_`.padEnd(100, 'x'), name: '😀'.repeat(100) },
        notice('TEXT.LENGTH_DOUBTFUL', 'name', '😀'.repeat(100)),
      ),
      cast.good('users', { uid: `00${cast.id().replace(/\D/g, '')}` }),
      cast.good('users', { uid: cast.id(), role: 'staff', tags: 'a|b', metadata: '{"team":"red"}' }),
      cast.good('groups', { type: 'password', password: long(100), description: long(255) }),
      cast.good('messages', { muid: cast.id().padEnd(255, 'é'), text: 'x'.repeat(10_000) }),
    ],
  },
  {
    name: 'good: ids that are names in every language of computers',
    rows: (cast) =>
      ['__proto__', 'constructor', 'null', 'true', '7'].map((word) =>
        cast.good('users', {
          uid: word === '7' ? `${cast.id().replace(/\D/g, '')}7` : `${word}-${cast.id()}`,
        }),
      ),
  },
];

export const fieldKinds: readonly Kind[] = [
  ...kindsOf('users', users),
  ...kindsOf('groups', groups),
  ...kindsOf('members', members),
  ...kindsOf('messages', messages),
  ...several,
  ...right,
];
