import { columnOfHint, isHintedAs, isNamedAs } from '../../../inspection/words/field-names.ts';
import type { HintName } from '../../../inspection/words/languages.ts';
import type { Table } from '../files/tables.ts';
import { dependsOn, EXCEPTIONS } from '../relate/links.ts';
import type { MessageRoles } from '../relate/message-roles.ts';
import type { DraftSource, SourceOption } from '../text/pipeline-text.ts';
import { KIND_UNKNOWN, PRIVATE } from './people.ts';

/** Rows of one entity that are made of the messages. */
function derived(
  key: string | readonly string[],
  remarks: readonly string[],
  more: readonly SourceOption[] = [],
  map: DraftSource['map'] = {},
): DraftSource {
  const options = [{ key: 'from', value: 'messages' }, { key: 'key', value: key }, ...more];
  return { options, map, remarks };
}

const receiverType = (word: 'user' | 'group'): SourceOption => ({
  key: 'where',
  value: { receiverType: word },
});

/** Which tables there are, and which of their values the messages have besides. */
export type Present = {
  readonly users: Table | undefined;
  readonly groups: Table | undefined;
  readonly members: Table | undefined;
  /** True if some messages are for users. */
  readonly hasDirect: boolean;
  /** Senders that the users do not have, receivers that the groups and the users do not have. */
  readonly unknown: { readonly senders: boolean; readonly groups: boolean; readonly persons: boolean };
};

/** Users that no file has: those who wrote, and those whom somebody wrote to. */
export function derivedUsers(
  messages: readonly MessageRoles[],
  { users, unknown, hasDirect }: Present,
): DraftSource[] {
  const sources: DraftSource[] = [];
  if (messages.length > 0 && (!users || unknown.senders)) {
    const name = commonName(messages, ({ sender }) => sender, 'authorName');
    const map = name === undefined ? {} : { name: { column: name, prefer: 'last' } };
    const remark = users
      ? 'senders who are in no file of users'
      : 'no file contains users, so every sender becomes one';
    sources.push(derived('sender', [remark], [], map));
  }
  if (hasDirect && (!users || unknown.persons))
    sources.push(derived('receiver', ['receivers of messages'], [receiverType('user')]));
  return sources;
}

/** Groups that no file has. */
export function derivedGroups(
  messages: readonly MessageRoles[],
  { groups, unknown, hasDirect }: Present,
): DraftSource[] {
  const inGroups = messages.filter(({ room }) => room.length > 0);
  if (inGroups.length === 0 || (groups && !unknown.groups)) return [];
  const name = commonName(inGroups, ({ room: [column] }) => column, 'room');
  const map = {
    ...(name === undefined ? {} : { name: { column: name, prefer: 'last' } }),
    ...PRIVATE,
  };
  const remarks = [
    groups
      ? 'groups that are in no file of groups'
      : 'no file contains groups, so every receiver becomes one',
    KIND_UNKNOWN,
  ];
  return [derived('receiver', remarks, hasDirect ? [receiverType('group')] : [], map)];
}

/** Members, if no file has them. */
export function derivedMembers(
  messages: readonly MessageRoles[],
  { members, hasDirect }: Present,
): DraftSource[] {
  const inGroups = messages.some(({ room }) => room.length > 0);
  if (members || !inGroups) return [];
  const where = hasDirect ? [receiverType('group')] : [];
  return [
    derived(
      ['receiver', 'sender'],
      ['no file contains members, so everyone who wrote in a group becomes one'],
      where,
    ),
  ];
}

/** The column with the names of senders, or of groups, if all tables have it. */
function commonName(
  messages: readonly MessageRoles[],
  keyOf: (roles: MessageRoles) => string | undefined,
  hint: 'authorName' | 'room',
): string | undefined {
  const names = new Set(
    messages.map((roles) => {
      const key = keyOf(roles);
      const used = new Set([
        ...roles.fields.values(),
        ...roles.room,
        ...(roles.person ? [roles.person] : []),
      ]);
      const free = roles.table.columns.map(({ name }) => name).filter((name) => !used.has(name));
      return key === undefined || key.startsWith('$') ? undefined : nameColumn(roles.table, key, hint, free);
    }),
  );
  const [name] = names;
  return names.size === 1 ? name : undefined;
}

const KEYS_MIN = 3;

/**
 * The column with the names of those that `key` identifies: by its name, or because it follows the key and nothing else.
 * @param free columns that may have it
 */
/** True if a column names a room, where people are looked for, or the other way round. */
const isOfOthers = (name: string, hint: HintName): boolean =>
  hint === 'room' ? isNamedAs('messages', 'sender', name) : isHintedAs('room', name);

function nameColumn(table: Table, key: string, hint: HintName, free: readonly string[]): string | undefined {
  // What stands in an object around the rows is read only where a field of the messages needs it.
  const columns = table.columns.filter(
    ({ name, type }) =>
      name.startsWith('^') === key.startsWith('^') &&
      free.includes(name) &&
      (type === 'text' || type === 'id'),
  );
  const around = columns.find(({ name }) => /^\^+\.(?:name|title|topic|subject)$/i.test(name));
  const named = around ?? columnOfHint(hint, columns, ({ name }) => dependsOn(table, key, name));
  if (named) return named.name;
  const own = table.columns.find(({ name }) => name === key);
  if (!own) return undefined;
  const distinct = (name: string): number => new Set(table.sample.map((row) => row[name])).size;
  const keys = distinct(key);
  // A column follows keys of one row each by chance.
  if (keys < KEYS_MIN || own.filled < keys * 2) return undefined;
  return columns.find(
    ({ name, longest, filled }) =>
      longest <= 100 &&
      !isOfOthers(name, hint) &&
      filled >= own.filled * 0.9 &&
      Math.abs(distinct(name) - keys) <= keys * EXCEPTIONS &&
      dependsOn(table, key, name),
  )?.name;
}
