import { join } from 'node:path';
import { pick, type Random } from '../../support/random.ts';

/** What an export has besides one row after the other, with an id each: what the tool writes as a table before it reads it. */
export type Forms = {
  /** The columns that ids of messages are hashes of, equal rows numbered; messages have ids if it is undefined. */
  readonly hash: readonly string[] | undefined;
  /** How messages stand in their files, of which there may be two. */
  readonly order: 'asIs' | 'newestFirst' | 'byTime';
  /** The users, groups and members that are made of messages: none, those that their files lack, or all. */
  readonly derived: 'none' | 'lacking' | 'all';
  /** Which of two rows of a user is right, the first one or the last; each user has one if it is undefined. */
  readonly onDuplicate: 'first' | 'last' | undefined;
  /** Whether a row of members has all of a group with the same scope. */
  readonly isExploded: boolean;
  /** Whether messages are in JSON documents. */
  readonly isDocument: boolean;
};

/** Files as they are: nothing needs a table. */
export const PLAIN: Forms = {
  hash: undefined,
  order: 'asIs',
  derived: 'none',
  onDuplicate: undefined,
  isExploded: false,
  isDocument: false,
};

/** Columns that tell messages apart, and columns that do not always. */
const HASHES = [
  ['sender', 'receiver', 'sentAt', 'text', 'note'],
  ['sender', 'receiver', 'sentAt'],
];

/** The type of groups that are made of messages. */
export const DERIVED_TYPE = 'private';

/** Draws forms: half of the seeds have plain files. */
export function makeForms(random: Random): Forms {
  if (random() < 0.5) return PLAIN;
  return {
    hash: random() < 0.5 ? pick(random, HASHES) : undefined,
    order: pick(random, ['asIs', 'newestFirst', 'byTime'] as const),
    derived: pick(random, ['none', 'lacking', 'all'] as const),
    onDuplicate: pick(random, [undefined, undefined, 'first', 'last'] as const),
    isExploded: random() < 0.3,
    isDocument: random() < 0.3,
  };
}

type Source = Readonly<Record<string, unknown>>;

/** The `sources` of a pipeline for files of these forms in the folder `export`. */
export function sourcesOf(forms: Forms, format: string): Source {
  const { hash, order, derived, onDuplicate, isExploded, isDocument } = forms;
  const file = (name: string): Source => ({ path: join('export', `${name}.${format}`) });
  const map = hash && { ...MESSAGE_MAP, muid: { hash, perEqualRow: true } };
  const messages = (name: string): Source => ({
    ...(isDocument ? { path: join('export', `${name}.json`), rows: '$.messages[*]' } : file(name)),
    ...(map && { map }),
  });
  const members = { ...file('members'), ...(isExploded ? EXPLODED : {}) };
  const users = { ...file('users'), ...(onDuplicate === undefined ? {} : { onDuplicate }) };
  const beside = (real: Source, ...made: readonly Source[]): readonly Source[] =>
    derived === 'none' ? [real] : derived === 'all' ? made : [real, ...made];
  return {
    users: beside(
      users,
      { from: 'messages', key: 'sender', map: { name: { column: 'author', prefer: 'last' } } },
      { from: 'messages', key: 'receiver', where: { receiverType: 'user' } },
    ),
    groups: beside(file('groups'), {
      from: 'messages',
      key: 'receiver',
      where: { receiverType: 'group' },
      map: { type: { const: DERIVED_TYPE } },
    }),
    members: beside(members, {
      from: 'messages',
      key: ['receiver', 'sender'],
      where: { receiverType: 'group' },
    }),
    messages: {
      asIs: messages('messages-1'),
      newestFirst: { ...messages('messages-*'), order },
      byTime: [messages('messages-1'), { ...messages('messages-2'), order }],
    }[order],
  };
}

const EXPLODED = {
  explode: { column: 'uids', split: ';' },
  map: { guid: 'guid', uid: 'uids', scope: 'scope' },
};

const MESSAGE_MAP = {
  sender: 'sender',
  receiver: 'receiver',
  receiverType: 'receiverType',
  sentAt: 'sentAt',
  text: 'text',
};
