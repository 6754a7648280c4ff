import { plainColumnName } from '../../database/shape/usual-names.ts';
import type { ChatTable } from '../../database/table.ts';
import type { ExportInput } from '../../export-reader.ts';

type Shape = Readonly<Record<string, unknown>>;

/** A layout that many apps have: the fields that together only it has, and what they are. */
type Layout = { readonly has: Readonly<Record<string, readonly string[]>>; readonly shape: Shape };

const layouts: Readonly<Record<string, Layout>> = {
  mern: {
    has: {
      chats: ['_id', 'isGroupChat'],
      'chats.users': ['$parent', '$value'],
      messages: ['_id', 'sender', 'content', 'chat', 'createdAt'],
      users: ['_id', 'name'],
    },
    shape: {
      users: {
        table: 'users',
        id: '_id',
        name: 'name',
        email: 'email',
        avatar: 'pic',
        createdAt: 'createdAt',
      },
      conversations: {
        table: 'chats',
        id: '_id',
        type: 'isGroupChat',
        types: { true: 'private', false: 'direct' },
        name: 'chatName',
        owner: 'groupAdmin',
        createdAt: 'createdAt',
      },
      participants: { table: 'chats.users', conversation: '$parent', user: '$value' },
      messages: {
        table: 'messages',
        id: '_id',
        conversation: 'chat',
        sender: 'sender',
        text: 'content',
        time: 'createdAt',
      },
    },
  },
};

/** Keys of a shape that say nothing of its tables. */
const OF_ALL: ReadonlySet<string> = new Set(['database', 'doubleEncoded']);

/**
 * A shape with what is known of its layout: that of a preset, declared or recognised by its fields; and, of any other one,
 * the list of members in conversations.
 */
export function withLayout(
  given: ExportInput['shape'],
  tables: readonly ChatTable[],
): { readonly shape: Shape; readonly note?: string } {
  const { preset, ...own } = given ?? {};
  const declared = typeof preset === 'string' ? layouts[preset] : undefined;
  if (declared) return { shape: { ...withColumns(declared.shape, tables), ...own } };
  if (preset !== undefined || Object.keys(own).some((key) => !OF_ALL.has(key)))
    return { shape: withMembers(given ?? {}, tables) };
  const found = Object.entries(layouts).find(([, { has }]) =>
    Object.entries(has).every(([name, columns]) => {
      const table = tables.find((each) => each.name === name);
      return table !== undefined && columns.every((column) => table.columns.includes(column));
    }),
  );
  if (!found) return { shape: withMembers(own, tables) };
  const [name, { shape }] = found;
  return {
    shape: { ...withColumns(shape, tables), ...own },
    note: `recognised as a usual layout of MongoDB: shape: { preset: ${name} }`,
  };
}

/** A layout without the columns that these tables do not have. */
function withColumns(shape: Shape, tables: readonly ChatTable[]): Shape {
  const of = ([name, part]: [string, unknown]): readonly [string, unknown] => {
    const { table, ...fields } = part as { readonly table: string };
    const columns = tables.find((each) => each.name === table)?.columns ?? [];
    const kept = Object.entries(fields).filter(
      ([, column]) => typeof column !== 'string' || columns.includes(column),
    );
    return [name, { table, ...Object.fromEntries(kept) }];
  };
  return Object.fromEntries(Object.entries(shape).map(of));
}

/** Usual names of a list of the people in a conversation, and of the one who is meant in each of its objects. */
const MEMBERS = [
  'members',
  'participants',
  'users',
  'memberids',
  'userids',
  'participantids',
  'people',
  'recipients',
];
const PERSON = ['user', 'userid', 'member', 'memberid', 'participant', 'participantid', 'userref', 'uid'];
const CONVERSATIONS = [
  'conversations',
  'conversation',
  'chats',
  'chat',
  'rooms',
  'room',
  'chatrooms',
  'chatroom',
  'channels',
  'channel',
  'groups',
  'group',
  'threads',
  'thread',
];

/** A shape that says who is in a conversation, where a list in it does and nobody has said anything else. */
function withMembers(shape: Shape, tables: readonly ChatTable[]): Shape {
  if (shape['participants'] !== undefined) return shape;
  const declared = (shape['conversations'] as { table?: unknown; members?: unknown } | undefined) ?? {};
  if (declared.members !== undefined) return shape;
  const isOfConversation = (name: string): boolean =>
    declared.table === undefined ? CONVERSATIONS.includes(plainColumnName(name)) : name === declared.table;
  const lists = tables.filter(({ name, isEmpty }) => {
    const [collection = '', list = '', ...deeper] = name.split('.');
    return (
      !isEmpty &&
      deeper.length === 0 &&
      isOfConversation(collection) &&
      MEMBERS.includes(plainColumnName(list))
    );
  });
  const [only] = lists.length === 1 ? lists : [];
  const user = only && personIn(only);
  if (!only || user === undefined) return shape;
  return { ...shape, participants: { table: only.name, conversation: '$parent', user } };
}

function personIn({ columns }: ChatTable): string | undefined {
  if (columns.includes('$value')) return columns.some((name) => !name.startsWith('$')) ? undefined : '$value';
  return PERSON.map((wanted) => columns.find((name) => plainColumnName(name) === wanted)).find(
    (name) => name !== undefined,
  );
}
