import fc from 'fast-check';

/** A random history as the files of its tables, and the pipeline's lines after its sources. */
export type History = { readonly files: Readonly<Record<string, string>>; readonly rest: string };

const at = 1_790_000_000;
const USERS = ['ann', 'ben', 'cat', 'ghost'];
const KEYS = Array.from({ length: 12 }, (_, n) => `m${n}`);
/** Mostly one that a row has. */
const muid = fc.constantFrom(...KEYS, ...KEYS, 'nowhere');
const uid = fc.constantFrom('ann', 'ann', 'ben', 'ben', 'cat', 'ghost');
const member = fc.constantFrom('ann', 'ben', 'ghost');

/** Where a message is sent, and by whom: only members write to the group, since the service refuses live replies of others. */
const place = fc.oneof(
  { weight: 3, arbitrary: fc.record({ sender: member, receiver: fc.constant('team') }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom({ sender: 'ann', receiver: 'ben' }, { sender: 'ben', receiver: 'ann' }),
  },
);

const message = fc.record({
  key: fc.oneof(
    { weight: 8, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom(...KEYS) },
  ),
  place,
  sentAt: fc.integer({ min: 0, max: 60 }),
  parent: fc.option(muid, { freq: 1 }),
  flaw: fc.oneof(
    { weight: 8, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom('deleted', 'old', 'draft', 'empty') },
  ),
});
const reaction = fc.record({ muid, uid: member, reaction: fc.constantFrom('up', 'down') });
const receipt = fc.record({
  conversation: fc.constantFrom('group_team', 'group_team', 'ann_user_ben'),
  uid,
  readAt: fc.integer({ min: -5, max: 70 }),
});

/** Two users; one of them may be unknown, and both the same. */
const pair = fc.tuple(uid, uid);

const table = (head: string, rows: readonly (readonly unknown[])[]): string =>
  `${[head, ...rows.map((row) => row.join(','))].join('\n')}\n`;

type Message = typeof message extends fc.Arbitrary<infer T> ? T : never;
const cellsOf = ({ key, place: { sender, receiver }, sentAt, parent, flaw }: Message, n: number) => [
  key ?? KEYS[n],
  sender,
  receiver,
  receiver === 'team' ? 'group' : 'user',
  flaw === 'old' ? 1_500_000_000 : at + sentAt,
  flaw === 'empty' ? '' : `text ${n}`,
  parent ?? '',
  flaw === 'deleted' ? at + 99 : '',
  flaw === 'draft' ? 'draft' : '',
];
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid,deletedAt,kind';

/**
 * Histories with threads, reactions, pins, receipts and what users decide, of which some refer to messages that do not land, or to
 * users who are deactivated.
 */
export const histories: fc.Arbitrary<History> = fc
  .record({
    messages: fc.array(message, { minLength: 1, maxLength: KEYS.length }),
    cut: fc.nat({ max: KEYS.length }),
    reactions: fc.array(reaction, { minLength: 1, maxLength: 8 }),
    pins: fc.array(muid, { minLength: 1, maxLength: 4 }),
    receipts: fc.array(receipt, { minLength: 1, maxLength: 4 }),
    // Calls for or about them are refused; what is imported needs nobody who is active.
    deactivated: fc.oneof(
      { weight: 1, arbitrary: fc.constant<string[]>([]) },
      { weight: 1, arbitrary: fc.subarray(['ann', 'ben', 'cat']) },
    ),
    friends: fc.uniqueArray(pair, { minLength: 1, maxLength: 3, selector: String }),
    blocks: fc.uniqueArray(pair, { minLength: 1, maxLength: 3, selector: String }),
    bans: fc.uniqueArray(fc.constantFrom('ben', 'cat', 'ghost'), { minLength: 1, maxLength: 2 }),
    tokens: fc.uniqueArray(uid, { minLength: 1, maxLength: 2 }),
    policies: fc.record({
      threads: fc.constantFrom('write', 'write', 'metadata'),
      reactions: fc.constantFrom('write', 'metadata'),
      pins: fc.constantFrom('write', 'metadata'),
    }),
    sync: fc.boolean(),
  })
  .map(({ messages, cut, reactions, pins, receipts, deactivated, policies, sync, ...others }) => {
    const { friends, blocks, bans, tokens } = others;
    const rows = messages.map(cellsOf);
    const first = cut;
    const since = (name: string): string => (deactivated.includes(name) ? '2024-01-02T00:00:00Z' : '');
    return {
      files: {
        'users.csv': table(
          'uid,name,deactivatedAt',
          USERS.filter((name) => name !== 'ghost').map((name) => [name, name, since(name)]),
        ),
        'groups.csv': table('guid,name', [['team', 'Team']]),
        'members.csv': table('guid,uid,scope', [
          ['team', 'ann', 'admin'],
          ['team', 'ben', 'participant'],
        ]),
        'messages.1.csv': table(HEAD, rows.slice(0, first)),
        'messages.2.csv': table(HEAD, rows.slice(first)),
        'reactions.csv': table(
          'muid,uid,reaction',
          reactions.map((row) => Object.values(row)),
        ),
        'pins.csv': table(
          'muid,uid',
          pins.map((key) => [key, 'ann']),
        ),
        'receipts.csv': table(
          'conversation,uid,readAt',
          receipts.map(({ readAt, ...row }) => [...Object.values(row), at + readAt]),
        ),
        'friends.csv': table('uid,friendUid', friends),
        'blocks.csv': table('uid,blockedUid', blocks),
        'bans.csv': table(
          'guid,uid',
          bans.map((name) => ['team', name]),
        ),
        'tokens.csv': table(
          'uid',
          tokens.map((name) => [name]),
        ),
      },
      rest: [
        `policies: ${JSON.stringify(policies)}`,
        'retention: { messagesOlderThanDays: 1000, policy: skip }',
        'thresholds: { rejected: "<101%" }',
        ...(sync ? ['sync: {}'] : []),
      ].join('\n'),
    };
  });
