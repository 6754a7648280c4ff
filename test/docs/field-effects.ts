import { isDeepStrictEqual } from 'node:util';
import { entities } from '../../src/input/entities/entities.ts';
import type { Data, Entity } from '../../src/input/entities/entity.ts';
import { isRight } from '../../src/input/entities/rights.ts';

/** What becomes of a field of a row that the service has, when its cell changes. Made of the entities themselves. */

/** The entities whose rows a sync changes. */
export const CHANGING = ['users', 'groups', 'members', 'messages', 'roles'] as const;
export type ChangingName = (typeof CHANGING)[number];

/** An empty cell gets a value, a value becomes another one, a cell becomes empty. */
export const TRANSITIONS = ['set', 'changed', 'emptied'] as const;
export type Transition = (typeof TRANSITIONS)[number];

/**
 * `arrives`: the service has the new value. `removed`: the service has none any more. `kept`: no call empties the field.
 * `right`: an empty cell does not change a right. `refused`: `SYNC.FIXED_FIELD`. `invalid`: such a row is rejected.
 * `ignored`: no difference.
 */
export type Effect = 'arrives' | 'removed' | 'kept' | 'right' | 'refused' | 'invalid' | 'ignored';

/** A row without the field, and two values of the field. */
export type Tried = { readonly row: Data; readonly from: unknown; readonly to: unknown };

const IMAGE = [
  { url: 'https://x.example/a.png', name: 'a.png', extension: 'png', mimeType: 'image/png', size: 1 },
];
const MESSAGE = {
  sender: 'ann',
  receiver: 'both',
  receiverType: 'user',
  sentAt: 1_795_000_000,
  category: 'message',
  type: 'text',
  text: 'T',
};
const FILE = { ...MESSAGE, type: 'file', attachments: IMAGE };
const CUSTOM = { ...MESSAGE, category: 'custom', type: 'place', data: { customData: { at: 1 } } };
const named = (from: unknown, to: unknown): Tried => ({ row: { name: 'N' }, from, to });
const member = (from: unknown, to: unknown): Tried => ({ row: { guid: 'both' }, from, to });
const message = (from: unknown, to: unknown, row: Data = MESSAGE): Tried => ({ row, from, to });

/** Two values for each field that a sync compares. */
export const tried: Readonly<Record<ChangingName, Readonly<Record<string, Tried>>>> = {
  users: {
    name: { row: {}, from: 'A', to: 'B' },
    avatar: named('https://x.example/1', 'https://x.example/2'),
    link: named('https://x.example/3', 'https://x.example/4'),
    role: named('editor', 'writer'),
    statusMessage: named('busy', 'away'),
    metadata: named({ a: 1 }, { a: 2 }),
    tags: named(['x'], ['y']),
    deactivatedAt: named(1_795_000_000, 1_795_000_100),
    createdAt: named(1_795_000_000, 1_795_000_100),
    lastActiveAt: named(1_795_000_000, 1_795_000_100),
  },
  groups: {
    name: { row: { type: 'public' }, from: 'A', to: 'B' },
    type: named('private', 'public'),
    password: { row: { name: 'N', type: 'password' }, from: 'one', to: 'two' },
    icon: named('https://x.example/1', 'https://x.example/2'),
    description: named('D', 'E'),
    owner: named('ann', 'ben'),
    metadata: named({ a: 1 }, { a: 2 }),
    tags: named(['x'], ['y']),
    createdAt: named(1_795_000_000, 1_795_000_100),
  },
  members: {
    scope: member('moderator', 'admin'),
    isBanned: member(false, true),
    joinedAt: member(1_795_000_000, 1_795_000_100),
  },
  messages: {
    text: message('T', 'U'),
    metadata: message({ a: 1 }, { a: 2 }),
    tags: message(['x'], ['y']),
    sender: message('ann', 'ben'),
    receiver: message('both', 'ben'),
    receiverType: message('user', 'group'),
    sentAt: message(1_795_000_000, 1_795_000_100),
    category: message('custom', 'message', { ...CUSTOM, type: 'text' }),
    type: message('file', 'image', FILE),
    attachments: message(
      IMAGE,
      IMAGE.map((each) => ({ ...each, name: 'b.png' })),
      FILE,
    ),
    data: message({ customData: { at: 1 } }, { customData: { at: 2 } }, CUSTOM),
    deliveredAt: message(1_795_000_001, 1_795_000_002),
    readAt: message(1_795_000_001, 1_795_000_002),
  },
  roles: {
    name: { row: {}, from: 'A', to: 'B' },
    description: named('D', 'E'),
    metadata: named({ a: 1 }, { a: 2 }),
  },
};

/** The values of a field before and after; undefined is an empty cell. */
export const valuesOf = ({ from, to }: Tried, transition: Transition): readonly [unknown, unknown] =>
  (({ set: [undefined, to], changed: [from, to], emptied: [to, undefined] }) as const)[transition];

/** What becomes of a field, by the rules of its entity; undefined if no row can be so. */
export function effectOf(name: ChangingName, field: string, transition: Transition): Effect | undefined {
  const entity = entities[name] as Entity;
  const { row } = tried[name][field] as Tried;
  const [before, after] = valuesOf(tried[name][field] as Tried, transition).map((value) => {
    const fields = { ...keysOf(entity), ...row };
    if (value === undefined) delete (fields as Data & Record<string, unknown>)[field];
    else Object.assign(fields, { [field]: value });
    return entity.shape?.(fields) ?? fields;
  }) as [Data, Data];
  if (!entity.schema().safeParse(before).success) return undefined;
  if (!entity.schema().safeParse(after).success) return 'invalid';
  const [old, now] = [entity.parts(before), entity.parts(after)];
  if (!isDeepStrictEqual(defined(old.fixed), defined(now.fixed))) return 'refused';
  if (isDeepStrictEqual(defined(old.content), defined(now.content))) return 'ignored';
  if (transition !== 'emptied') return 'arrives';
  if (isRight(name, field)) return 'right';
  return entity.clearable.includes(field) ? 'removed' : 'kept';
}

const keysOf = ({ keyFields }: Entity): Data => Object.fromEntries(keyFields.map((field) => [field, 'k']));
const defined = (part: Data): Data =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

const WORDS: Readonly<Record<Effect, string>> = {
  arrives: 'written',
  removed: 'emptied',
  kept: '**stays**: no call empties it',
  right: '**stays**, as a right',
  refused: '`SYNC.FIXED_FIELD`',
  invalid: 'rejected',
  ignored: 'ignored',
};

/** The table of fields. */
export function effectsTable(): string {
  const lines = CHANGING.flatMap((name) => {
    const fields = Object.keys(tried[name]);
    const effects = (field: string) => TRANSITIONS.map((each) => effectOf(name, field, each));
    const kinds = [...new Set(fields.map((field) => JSON.stringify(effects(field))))];
    return kinds.map((kind) => {
      const same = fields.filter((field) => JSON.stringify(effects(field)) === kind);
      const words = effects(same[0] as string).map((effect) => (effect ? WORDS[effect] : ''));
      return `${name} | ${same.join(', ')} | ${words.join(' | ')}`;
    });
  });
  return [
    'Entity | Field | Empty, now a value | Another value | Now empty',
    '---|---|---|---|---',
    ...lines,
  ].join('\n');
}
