import { pick, type Random } from '../../support/random.ts';

/** A row of a file: its cells by column. */
export type Cells = Readonly<Record<string, string>>;

/** In the order in which they refer to each other. */
export const TABLES = [
  'roles',
  'users',
  'groups',
  'members',
  'messages',
  'reactions',
  'pins',
  'receipts',
  'friends',
  'blocks',
  'bans',
] as const;

/** The files of a night. */
export type Table = (typeof TABLES)[number];
export type Tables = Readonly<Record<Table, readonly Cells[]>>;

/** The service keeps messages of half a year. */
const FIRST_S = 1_770_000_000;
/** The owner of every group: a group whose owner leaves gets another one. */
const OWNER = 'u0';

const UIDS = ['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7', 'u8'];
/** Users who write; the others may be banned and blocked. */
const SPEAKERS = UIDS.slice(0, 6);
const GUIDS = ['g0', 'g1', 'g2'];

/** A message by its number, which also is its place in time. */
const message = (at: number, sender: string, receiver: string, receiverType: string): Cells => ({
  muid: `m${at}`,
  sender,
  receiver,
  receiverType,
  sentAt: `${FIRST_S + at * 10}`,
  text: `Text ${at}`,
  parentMuid: '',
  deletedAt: '',
});

/** Rows that are always there: a sync stops if a file has none, or if most of its rows are gone. */
export const ALWAYS: Tables = {
  roles: [{ role: 'always', name: 'Always' }],
  users: ['u0', 'u1', 'u8'].map((uid) => ({ uid, name: `User ${uid}`, role: 'always' })),
  groups: [{ guid: 'g0', name: 'Group g0', owner: OWNER }],
  members: [
    { guid: 'g0', uid: OWNER, scope: 'admin' },
    { guid: 'g0', uid: 'u1', scope: 'participant' },
  ],
  messages: [
    message(-3, OWNER, 'g0', 'group'),
    message(-2, OWNER, 'u1', 'user'),
    { ...message(-1, OWNER, 'g0', 'group'), parentMuid: 'm-3' },
  ],
  reactions: [{ muid: 'm-3', uid: OWNER, reaction: '👍' }],
  pins: [{ muid: 'm-3' }],
  receipts: [{ conversation: 'u0_user_u1', uid: 'u1', readAt: `${FIRST_S - 15}` }],
  friends: [{ uid: OWNER, friendUid: 'u1' }],
  blocks: [{ uid: OWNER, blockedUid: 'u8' }],
  bans: [{ guid: 'g0', uid: 'u8' }],
};

/** Whether what happens at this rate happens now. */
export const chance = (random: Random, rate: number): boolean => random() < rate;

/** All rows that there may ever be besides those of `ALWAYS`; each night has some of them. */
export function makePool(random: Random): Tables {
  const roles = ['vip', 'staff', 'guest'].map((role) => ({ role, name: `Role ${role}` }));
  const users = UIDS.map((uid) => ({
    uid,
    name: `User ${uid}`,
    role: pick(random, ['', ...roles.map(({ role }) => role)]),
  }));
  const groups = GUIDS.map((guid) => ({ guid, name: `Group ${guid}`, owner: OWNER }));
  const members = GUIDS.flatMap((guid) =>
    UIDS.filter((uid) => uid === OWNER || chance(random, 0.6)).map((uid) => ({
      guid,
      uid,
      scope: uid === OWNER ? 'admin' : 'participant',
    })),
  );
  const messages = makeMessages(random, members);
  const pairs = UIDS.flatMap((a, at) => UIDS.slice(at + 1).map((b) => [a, b] as const));
  return {
    roles,
    users,
    groups,
    members,
    messages,
    reactions: messages
      .filter(() => chance(random, 0.3))
      .map(({ muid = '', sender = '' }) => ({ muid, uid: sender, reaction: pick(random, ['👍', '🎉']) })),
    pins: messages.filter(() => chance(random, 0.15)).map(({ muid = '' }) => ({ muid })),
    receipts: receiptsOf(messages),
    friends: pairs.filter(() => chance(random, 0.2)).map(([uid, friendUid]) => ({ uid, friendUid })),
    // Who is blocked can send no direct messages.
    blocks: pairs
      .filter(([, b]) => !SPEAKERS.includes(b) && chance(random, 0.3))
      .map(([uid, blockedUid]) => ({ uid, blockedUid })),
    // Who is banned can say nothing there.
    bans: GUIDS.flatMap((guid) => UIDS.slice(SPEAKERS.length).map((uid) => ({ guid, uid }))),
  };
}

/** Messages in groups and between users; some are replies to the first one of their conversation. */
function makeMessages(random: Random, members: readonly Cells[]): Cells[] {
  const plain = Array.from({ length: 30 }, (_, at) => {
    const sender = pick(random, SPEAKERS);
    const guid = pick(random, GUIDS);
    const isMember = members.some((one) => one['guid'] === guid && one['uid'] === sender);
    if (isMember && chance(random, 0.6)) return message(at, sender, guid, 'group');
    const others = SPEAKERS.filter((uid) => uid !== sender);
    return message(at, sender, pick(random, others), 'user');
  });
  return plain.map((one, at) => {
    const root = plain.slice(0, at).find((other) => conversationOf(other) === conversationOf(one));
    return at % 3 === 2 && root ? { ...one, parentMuid: root['muid'] as string } : one;
  });
}

/** How far the receivers of messages have read: up to the first one of each. */
function receiptsOf(messages: readonly Cells[]): Cells[] {
  const first = new Map<string, Cells>();
  for (const one of messages) {
    const { receiverType, receiver: uid = '', sentAt } = one;
    const conversation = conversationOf(one);
    const name = `${conversation} ${uid}`;
    if (receiverType === 'user' && !first.has(name))
      first.set(name, { conversation, uid, readAt: `${Number(sentAt) + 1}` });
  }
  return [...first.values()];
}

/** The id of the conversation of a message. */
export const conversationOf = ({ sender = '', receiver = '', receiverType }: Cells): string =>
  receiverType === 'group' ? `group_${receiver}` : [sender, receiver].sort().join('_user_');
