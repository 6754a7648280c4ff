import type { ChatTable } from '../table.ts';
import { type SectionSpecs, type ShapeSpec, sectionsOf } from './shape-schema.ts';
import { isNamed, several } from './shape-section.ts';
import { plainTableName, usualColumns, usualMemberLists, usualPairs } from './usual-columns.ts';
import { needed, plainColumnName, type RoleName, usual } from './usual-names.ts';

type Section<Name extends RoleName> = Partial<SectionSpecs[Name]>;

/**
 * Adds the tables of the parts that a shape says nothing of: declared references tell them, then names. Parts may have several
 * tables, and conversations may list their members themselves.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR` if several tables may be meant
 */
export function withStructure(given: ShapeSpec, tables: readonly ChatTable[]): ShapeSpec {
  const declared = sectionsOf(given, 'messages');
  const isDeclared = declared.some(({ table }) => table !== undefined);
  const messages = isDeclared
    ? declared.flatMap(({ table = false }) =>
        table === false ? [] : tables.filter((each) => [table].flat().some((name) => isNamed(each, name))),
      )
    : messagesIn(tables, declared[0]);
  if (messages.length === 0) return given;
  const rest = tables.filter((table) => !messages.includes(table));
  const people = rest.filter((table) => isCalledUsers(table) || !isWhole('participants', table));
  const users = referredBy(messages, 'sender', people) ?? usualTable('users', people);
  const others = rest.filter((table) => table !== users);
  const conversations =
    referredBy(messages, 'conversation', others) ??
    calledBy(messages, others) ??
    usualTable('conversations', others);
  const members = participantsIn(
    others.filter((table) => table !== conversations),
    { users, conversations },
  );
  const lists = conversations && !members && given.participants === undefined;
  return {
    users: users ? sectionFor(users) : namedAuthors(messages[0], declared[0]),
    conversations: {
      ...sectionFor(conversations),
      ...(lists ? membersOf(conversations, { users, tables }) : {}),
    },
    participants: members ?? { table: false },
    ...given,
    ...(isDeclared
      ? {}
      : {
          messages: messages.map((table) => ({
            ...seatedSender(
              table,
              tables.find(({ path }) => path === members?.table),
            ),
            ...declared[0],
            table: table.path,
          })),
        }),
  };
}

/** Names of tables of people that no table of members has. */
const USERS = new Set([
  'user',
  'users',
  'appusers',
  'authuser',
  'authusers',
  'aspnetusers',
  'accounts',
  'profiles',
]);
const isCalledUsers = ({ name }: ChatTable): boolean => USERS.has(plainTableName(name));

const sectionFor = (table: ChatTable | undefined): { readonly table: string | false } => ({
  table: table?.path ?? false,
});

/** Columns that may have the name of whoever wrote a message, where no table lists the users. */
const OF_NAMES = /^(?:user|users?name|nick|nickname|sender|sendername|from|fromuser|author|name|handle)$/;

/** The users that messages tell of by their names. */
function namedAuthors(table: ChatTable | undefined, said: Section<'messages'> = {}): Section<'users'> {
  const sender = said.sender ?? (table && usualColumns('messages', table).get('sender'));
  return table && typeof sender === 'string' && OF_NAMES.test(plainColumnName(sender))
    ? { table: table.path, id: sender, name: sender }
    : { table: false };
}

/** True if the names of its columns say all that a part needs, but for what is said of it. */
function isWhole(name: RoleName, table: ChatTable, said: object = {}): boolean {
  const found = usualColumns(name, table);
  return needed[name].every((names) => names.some((field) => found.has(field) || field in said));
}

/** The tables that are called as a part usually is, and have its columns: the most usual name first. */
function usualTables(name: RoleName, tables: readonly ChatTable[], said?: object): readonly ChatTable[] {
  const whole = tables.filter((table) => isWhole(name, table, said));
  // Many call a table by one of its rows.
  const found = ['', 's'].flatMap((ending) =>
    usual[name].tables.flatMap((wanted) => {
      const called = whole.filter((table) => plainTableName(table.name) + ending === wanted);
      if (called.length > 1 && called.every((table) => !table.parents?.length)) throw several(called);
      return called.filter((table) => called.length === 1 || !table.parents?.length);
    }),
  );
  // A table that is not used any more may have the more usual name.
  return [...new Set(found)].sort((a, b) => Number(a.isEmpty === true) - Number(b.isEmpty === true));
}

const usualTable = (name: RoleName, tables: readonly ChatTable[]): ChatTable | undefined =>
  usualTables(name, tables)[0];

/** The tables of messages: where some go to people, and others to groups, both. */
function messagesIn(tables: readonly ChatTable[], said: object | undefined): readonly ChatTable[] {
  const [first, ...others] = usualTables('messages', tables, said);
  if (!first) return [];
  // Columns that are declared are those of one table.
  if (said !== undefined) return [first];
  const goesTo = (table: ChatTable): boolean => usualColumns('messages', table).has('receiver');
  const second = others.find(
    (table) => goesTo(table) !== goesTo(first) && /message|msg|chat/.test(plainTableName(table.name)),
  );
  return second ? [first, second] : [first];
}

/** The table that a column of messages is declared to refer to. */
function referredBy(
  messages: readonly ChatTable[],
  field: string,
  tables: readonly ChatTable[],
): ChatTable | undefined {
  for (const table of messages) {
    const column = usualColumns('messages', table).get(field);
    const target = table.references?.find((each) => each.column === column)?.table;
    const found = tables.filter(({ name, path }) => target === name || target === path);
    if (found.length === 1) return found[0];
  }
  return undefined;
}

/** The table by whose name messages say in which conversation they are. */
function calledBy(messages: readonly ChatTable[], tables: readonly ChatTable[]): ChatTable | undefined {
  const whole = usualTables('conversations', tables);
  for (const table of messages) {
    const column = usualColumns('messages', table).get('conversation');
    const stem = column === undefined ? '' : plainColumnName(column).replace(/(?:id)?(?:fk)?$/, '');
    const found = whole.filter(({ name }) => [stem, `${stem}s`].includes(plainTableName(name)));
    if (stem !== '' && found.length === 1) return found[0];
  }
  return undefined;
}

type Others = { readonly users: ChatTable | undefined; readonly conversations: ChatTable | undefined };

/** Names of tables with people who are not in a conversation, or not for that reason. */
const OF_OTHERS =
  /ban|block|mut|invit|request|report|pend|left|kick|remov|delet|typing|read|seen|notif|pin|star|favo|session|online|draft/;

/** The table that says who is in a conversation, and its columns where their names do not tell them. */
function participantsIn(tables: readonly ChatTable[], others: Others): Section<'participants'> | undefined {
  const called = usualTable('participants', tables);
  if (called) return { table: called.path };
  for (const table of tables) {
    const joined = joinOfPrisma(table, others);
    if (joined) return joined;
  }
  const found = tables.filter(
    (table) =>
      /user|member|participant/.test(plainTableName(table.name)) &&
      !OF_OTHERS.test(plainTableName(table.name)) &&
      isWhole('participants', table) &&
      !usualColumns('messages', table).has('text'),
  );
  return found.length === 1 ? { table: found[0]?.path } : undefined;
}

/** An author who is named by the row that says that they are in the conversation. */
function seatedSender(messages: ChatTable, participants: ChatTable | undefined): Section<'messages'> {
  const on = usualColumns('messages', messages).get('sender');
  if (on === undefined || !participants) return {};
  const target = messages.references?.find(({ column }) => column === on)?.table;
  const isSeat = target === undefined ? OF_SEATS.test(plainColumnName(on)) : isOf(participants, target);
  const [key, user] = [
    participants.columns.find((column) => plainColumnName(column) === 'id'),
    usualColumns('participants', participants).get('user'),
  ];
  return isSeat && key !== undefined && user !== undefined
    ? { sender: { column: user, join: { table: participants.path, on, key } } }
    : {};
}

/** Names of a column with the key of somebody's row in a table of members. */
const OF_SEATS = /^(?:participant|participation|membership|member)id$/;

/** Prisma joins two models in a table of its own: `_ChatToUser`, with the ids of these in `A` and `B`. */
function joinOfPrisma(
  table: ChatTable,
  { users, conversations }: Others,
): Section<'participants'> | undefined {
  if (!users || !conversations || !table.columns.includes('A') || !table.columns.includes('B'))
    return undefined;
  if (table.name === `_${conversations.name}To${users.name}`)
    return { table: table.path, conversation: 'A', user: 'B' };
  return table.name === `_${users.name}To${conversations.name}`
    ? { table: table.path, conversation: 'B', user: 'A' }
    : undefined;
}

/** Columns of people who take no part because of them. */
const OF_OFFICE = /^(?:owner|created|creator|updated|deleted|admin|lastmessage|assign)/;

/** The columns of a conversation with its members: two with one each, or one with a list. */
function membersOf(
  { columns, references = [] }: ChatTable,
  { users, tables }: { readonly users: ChatTable | undefined; readonly tables: readonly ChatTable[] },
): Section<'conversations'> {
  const called = (wanted: string): string | undefined =>
    columns.find((column) => plainColumnName(column) === wanted);
  const declared = references
    .filter(({ table, column }) => isOf(users, table) && !OF_OFFICE.test(plainColumnName(column)))
    .map(({ column }) => column);
  if (declared.length === 2) return { members: { columns: declared } };
  // People of two tables may have the same numbers.
  const isOfOther = (column: string): boolean =>
    references.some((each) => each.column === column && !isOf(users, each.table)) ||
    tables.some(
      (table) =>
        table !== users && plainTableName(table.name) === plainColumnName(column).replace(/(?:id)?$/, 's'),
    );
  for (const pair of usualPairs) {
    const found = pair.flatMap((wanted) => called(wanted) ?? []);
    if (found.length === 2 && !found.some(isOfOther)) return { members: { columns: found } };
  }
  const list = usualMemberLists.map(called).find((column) => column !== undefined);
  return list === undefined ? {} : { members: { column: list } };
}

const isOf = (table: ChatTable | undefined, called: string): boolean =>
  table !== undefined && (table.name === called || table.path === called);

/** The table that is nearest to one of messages, and what it lacks; undefined if none is near. */
export function nearestMessages(
  tables: readonly ChatTable[],
): { readonly table: ChatTable; readonly lacking: readonly string[] } | undefined {
  const scored = tables.map((table) => {
    const found = usualColumns('messages', table);
    const lacking = needed.messages.filter((names) => !names.some((field) => found.has(field)));
    const isCalled = ['', 's'].some((ending) =>
      usual.messages.tables.includes(plainTableName(table.name) + ending),
    );
    return { table, lacking: lacking.map((names) => names.join(' or ')), isCalled };
  });
  const near = scored.filter(({ lacking, isCalled }) => lacking.length <= (isCalled ? 3 : 2));
  return near.sort(
    (a, b) => Number(b.isCalled) - Number(a.isCalled) || a.lacking.length - b.lacking.length,
  )[0];
}
