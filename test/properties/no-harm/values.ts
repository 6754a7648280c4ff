/** The entities of a scenario, in the order of writing. */
export const ENTITIES = ['roles', 'users', 'groups', 'members', 'messages'] as const;
export type EntityName = (typeof ENTITIES)[number];

/**
 * A row as texts by field; a field without a value is not in it. Metadata has a field for each member, because members are
 * what rows own: `metadata.plan`.
 */
export type Fields = Readonly<Record<string, string>>;

const urls = (name: string): readonly string[] => [0, 1, 2].map((n) => `https://x.example/${name}${n}.png`);
const texts = (name: string): readonly string[] => [0, 1, 2].map((n) => `${name} ${n}`);
const METADATA: readonly unknown[] = [
  { plan: 'gold', level: { n: 1 } },
  { plan: 'free', team: 'red' },
  { team: 'blue', list: [1, 'x'] },
];
const BOTH = {
  metadata: METADATA,
  'metadata.plan': ['gold', 'silver', 'free'],
  'metadata.team': texts('team'),
};
const TAGS: readonly unknown[] = [['vip'], ['a', 'b'], ['c']];

/** The fields of each entity besides those that name a row, with the values that occur. */
export const VALUES: Readonly<Record<EntityName, Readonly<Record<string, readonly unknown[]>>>> = {
  roles: { name: texts('Role'), description: texts('about'), ...BOTH },
  users: {
    name: texts('User'),
    avatar: urls('avatar'),
    link: urls('link'),
    role: ['r0', 'r1', 'default'],
    statusMessage: texts('status'),
    ...BOTH,
    tags: TAGS,
    deactivatedAt: [1_760_000_000, 1_761_000_000, 1_762_000_000],
  },
  groups: {
    name: texts('Group'),
    type: ['private', 'password', 'public'],
    password: ['secret0', 'secret1', 'secret2'],
    icon: urls('icon'),
    description: texts('about'),
    owner: ['u0', 'u1', 'u2'],
    ...BOTH,
    tags: TAGS,
  },
  members: { scope: ['participant', 'moderator', 'admin'], isBanned: [true, false, true] },
  messages: { text: texts('text'), ...BOTH, tags: TAGS },
};

/** Fields that grant or take rights. They change only to a value that a file says. */
const SENSITIVE: Readonly<Partial<Record<EntityName, readonly string[]>>> = {
  users: ['role', 'deactivatedAt'],
  groups: ['type', 'password', 'owner'],
  members: ['scope', 'isBanned'],
};
export const isSensitive = (entity: EntityName, field: string): boolean =>
  SENSITIVE[entity]?.includes(field) ?? false;

const message = (muid: string, sender: string, receiver: string) => {
  const receiverType = receiver.startsWith('g') ? 'group' : 'user';
  return { muid, sender, receiver, receiverType, sentAt: 1_790_000_000 + Number(muid.slice(1)) };
};

/** The rows that can be: the fields that name each of them, and those of messages that cannot change. */
export const ROWS: Readonly<Record<EntityName, readonly Readonly<Record<string, string | number>>[]>> = {
  roles: ['r0', 'r1', 'r2'].map((role) => ({ role })),
  users: ['u0', 'u1', 'u2', 'u3', 'u4'].map((uid) => ({ uid })),
  groups: ['g0', 'g1', 'g2'].map((guid) => ({ guid })),
  members: ['g0 u0', 'g0 u1', 'g0 u3', 'g1 u0', 'g1 u2', 'g2 u1'].map((key) => {
    const [guid = '', uid = ''] = key.split(' ');
    return { guid, uid };
  }),
  messages: [
    message('m0', 'u0', 'u1'),
    message('m1', 'u1', 'u0'),
    message('m2', 'u0', 'g0'),
    message('m3', 'u1', 'g0'),
    message('m4', 'u2', 'g1'),
  ],
};

const KEYS = {
  roles: ['role'],
  users: ['uid'],
  groups: ['guid'],
  members: ['guid', 'uid'],
  messages: ['muid'],
};

/** The key of a row: of a member both ids, divided by a space. */
export const keyOf = (entity: EntityName, row: Readonly<Record<string, unknown>>): string =>
  KEYS[entity].map((name) => row[name]).join(' ');

/** One of a list, whatever the number. */
export const at = <T>(list: readonly T[], n: number): T => list[n % list.length] as T;

export const valueAt = (entity: EntityName, field: string, n: number): unknown =>
  at(VALUES[entity][field] ?? [], n);

/** A value as a cell of CSV. */
export function cellText(value: unknown): string {
  if (Array.isArray(value)) return value.join('|');
  return typeof value === 'object' ? JSON.stringify(value) : String(value ?? '');
}

/** A value as the texts of a row: when a user was deactivated is left out, because no call can set it again. */
export function flat(field: string, value: unknown): Fields {
  if (field === 'metadata')
    return Object.fromEntries(
      Object.entries(value as object).map(([name, member]) => [`metadata.${name}`, JSON.stringify(member)]),
    );
  if (field.startsWith('metadata.') || field === 'tags') return { [field]: JSON.stringify(value) };
  return { [field]: field === 'deactivatedAt' ? 'yes' : String(value) };
}
