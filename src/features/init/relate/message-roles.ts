import type { InspectedColumn } from '../../../input/columns/column.ts';
import { isAround, isHintedAs, isRoomColumn } from '../../../inspection/words/field-names.ts';
import { translatedWord } from '../../../inspection/words/values.ts';
import type { Known, Question } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { fieldsOf } from '../guess/proposal.ts';
import { WORDS_MAX } from '../guess/words.ts';
import { bestLink, hasNumbers, keyColumns, linkTo } from './links.ts';
import { channelInPath, constantOfFile, roomAround } from './path-parts.ts';
import {
  columnCheck,
  columnChoice,
  distinctness,
  isNumber,
  isOfGroups,
  isOther,
  isStranger,
  likeliest,
  mayRefer,
  type Owners,
  personScore,
  roomScore,
  tableName,
  valuesOf,
} from './references.ts';
import { senderOf } from './sender.ts';

/** Which columns of a table of messages say who wrote to whom. */
export type MessageRoles = {
  readonly table: Table;
  /** The column of each field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly sender: string | undefined;
  /** The column, or pseudo column, that names the group of a message; none if nothing is known to. */
  readonly room: readonly string[];
  /** The column that names the user that a message is for. */
  readonly person: string | undefined;
  /** True if `room` and `person` are one column, and another one tells which of them it is. */
  readonly isMixed: boolean;
  /** True if a row of a room that names a person is for this person alone. */
  readonly isWhisper?: boolean;
  /** The text between two people who give some rooms their name, such as `ann__ben`; absent if no room is called so. */
  readonly pairs?: string | undefined;
  /** The question whom the column names, if only somebody who knows the system can tell. */
  readonly ofWhom?: Question;
};

/** Finds out who writes to whom: by the values that other tables have as keys, by the names of the columns, by the path. */
export function rolesOf(table: Table, owners: Owners, known: Known): MessageRoles {
  const filled = table.columns.filter(({ name, type }) => type !== 'empty' && !isAround(name));
  const fields = fieldsOf('messages', filled);
  for (const field of ['sender', 'receiver']) fields.delete(field);
  const given = (field: string): string | undefined =>
    known.answers.get(`${tableName(table)}.${field}`) || undefined;
  const sender = given('sender') ?? senderOf(table, filled, fields, owners, known);
  if (sender !== undefined) fields.set('sender', sender);
  const answer = given('receiver');
  const receiver =
    answer === undefined ? receiverOf(table, filled, fields, owners, known) : saidReceiver(answer);
  const parent = fields.has('parentMuid') ? undefined : parentIn(table, filled, fields);
  if (parent !== undefined && !receiver.room.includes(parent)) fields.set('parentMuid', parent);
  const [room] = receiver.room;
  const pairs = receiver.isMixed || receiver.person !== undefined ? undefined : pairsIn(table, room, sender);
  return { table, fields, sender, ...receiver, pairs };

  /** A column that somebody named: its values tell whom it names, but small numbers do not. */
  function saidReceiver(name: string) {
    const room = { room: [name], person: undefined, isMixed: false };
    const person = { room: [] as readonly string[], person: name, isMixed: false };
    const isUser = isOfUsers(table, name, sender, owners);
    const isSure = name.startsWith('$') || isHintedAs('room', name) || isHintedAs('person', name);
    if (isSure || !isNumber(table, name)) return isUser ? person : room;
    const said = given('receiverType');
    const ofWhom = {
      id: `${tableName(table)}.receiverType`,
      text: `${table.paths[0]}: does ${name} name groups, or the people that messages are for?`,
      choices: [{ value: 'group' }, { value: 'user' }],
    };
    return { ...(said === 'user' ? person : room), ofWhom };
  }
}

/** The column whose values are ids of other messages, in some rows. */
function parentIn(
  table: Table,
  filled: readonly InspectedColumn[],
  fields: ReadonlyMap<string, string>,
): string | undefined {
  const id = fields.get('muid');
  const used = new Set(fields.values());
  return filled.find(
    ({ name, type, empty }) =>
      id !== undefined &&
      !used.has(name) &&
      empty > 0 &&
      (type === 'id' || type === 'text') &&
      !hasNumbers(table, name) &&
      linkTo(valuesOf(table, name), table, id).share > 0.95,
  )?.name;
}

/** The text that stands between the names of two authors in the names of rooms; undefined if it may be anything. */
function pairsIn(
  { sample }: Table,
  room: string | undefined,
  sender: string | undefined,
): string | undefined {
  if (room === undefined || room.startsWith('$') || sender === undefined) return undefined;
  const people = new Set(sample.map((row) => row[sender]));
  const rooms = [...new Set(sample.flatMap((row) => row[room] ?? []))];
  return ['__', '~', '::'].find((between) => {
    const pairs = rooms.filter((name) => name.includes(between)).map((name) => name.split(between));
    const isPair = (parts: readonly string[]): boolean =>
      parts.length === 2 && parts.every((part) => people.has(part));
    return pairs.length > 0 && pairs.every(isPair);
  });
}

function receiverOf(
  table: Table,
  filled: readonly InspectedColumn[],
  fields: Map<string, string>,
  owners: Owners,
  known: Known,
): Pick<MessageRoles, 'room' | 'person' | 'isMixed' | 'isWhisper'> {
  const sender = fields.get('sender');
  const taken = new Set(fields.values());
  const free = filled.filter(
    ({ name }) => !taken.has(name) && (name === 'receiver' || mayRefer(table, name)),
  );
  const room = likeliest(
    free,
    (column) => roomScore(table, column, owners) + distinctness(table, column, free, owners),
  );
  const person = likeliest(
    free.filter(({ name }) => name !== room),
    (column) => personScore(table, column, sender, owners),
  );
  const isRoom = room !== undefined && isHintedAs('room', room);
  const receiverType = fields.get('receiverType') ?? (isRoom ? undefined : kindOfReceiver(filled));
  const receiver = room ?? person;
  if (receiver !== undefined && receiverType !== undefined) {
    fields.set('receiverType', receiverType);
    if (namesUsers(table, receiver, receiverType, sender, owners))
      return { room: [receiver], person: receiver, isMixed: true };
    // Conversations of two people have ids of their own, so they are groups like the others.
    fields.delete('receiverType');
    return { room: [receiver], person: undefined, isMixed: false };
  }
  const filledOf = (name: string): number => filled.find((each) => each.name === name)?.filled ?? 0;
  if (room !== undefined && person !== undefined && filledOf(room) < table.rows)
    return { room: [room], person, isMixed: false };
  const isWhisper = person !== undefined && filledOf(person) < table.rows && isHintedAs('person', person);
  if (room !== undefined && isWhisper && areAllPeople(table, person, sender, owners))
    return { room: [room], person, isMixed: false, isWhisper };
  if (room !== undefined && isUnderTeams(table, room, free))
    return { room: askedRoom(table, free, known), person: undefined, isMixed: false };
  if (receiver !== undefined && filledOf(receiver) < (table.rows - table.faulty) * FILLED_SHARE)
    return { room: askedRoom(table, free, known), person: undefined, isMixed: false };
  if (receiver !== undefined) {
    const isUser = isOfUsers(table, receiver, sender, owners);
    if (
      (!isUser && isStrangerAmong(table, receiver, owners.groups)) ||
      (isUser && !areAllPeople(table, receiver, sender, owners))
    )
      return { room: askedRoom(table, free, known), person: undefined, isMixed: false };
    return isUser
      ? { room: [], person: receiver, isMixed: false }
      : { room: [receiver], person: undefined, isMixed: false };
  }
  const inPath = channelInPath(table, (column) => isOfGroups(table, column, owners));
  const constant = constantOfFile(table, free);
  const [likely] = [
    roomAround(table),
    inPath && isOfGroups(table, inPath, owners) ? [inPath] : undefined,
    constant === undefined ? undefined : [constant],
    inPath === undefined ? undefined : [inPath],
  ].filter((each) => each !== undefined);
  return { room: likely ?? oneRoom(table, free, known), person: undefined, isMixed: false };
}

/** True if rooms are named in teams, and two teams have a room of one name. */
const isUnderTeams = (table: Table, room: string, free: readonly InspectedColumn[]): boolean =>
  free.some(
    ({ name, distinct }) =>
      TEAM.test(name) &&
      name !== room &&
      distinct.count > 1 &&
      table.sample.length > 0 &&
      hasSeveral(table, room, name),
  );
const TEAM = /^(?:team|server|workspace|guild|category|space|domain|tenant|project)(?:[_ -]?(?:id|name))?$/i;

/** True if a value of one column stands with several values of another one. */
function hasSeveral({ sample }: Table, key: string, other: string): boolean {
  const values = new Map<string, string>();
  return sample.some(({ [key]: at, [other]: value }) => {
    if (at === undefined || value === undefined) return false;
    const before = values.get(at);
    values.set(at, value);
    return before !== undefined && before !== value;
  });
}

/** True if a file of groups is there, and has none of those that a column names. */
const isStrangerAmong = (table: Table, name: string, groups: Table | undefined): boolean =>
  groups?.entity?.certain === true && !isHintedAs('room', name) && isStranger(table, { name }, groups);

/** True if most of those that a column names are users, or at least people who write. */
function areAllPeople(table: Table, name: string, sender: string | undefined, { users }: Owners): boolean {
  const values = valuesOf(table, name);
  const senders = sender === undefined ? undefined : table.keys.get(sender);
  const ofUsers = (users && bestLink(values, users)?.share) ?? 0;
  const ofSenders = senders ? values.sharedWith(senders).folded / Math.max(1, values.size) : 0;
  return Math.max(ofUsers, ofSenders) >= PEOPLE_SHARE || users === undefined;
}

/** Fewer people who are known: the column names something else, too. */
const PEOPLE_SHARE = 0.5;

/** The column whose words say that some rows are for rooms and others for people. */
function kindOfReceiver(filled: readonly InspectedColumn[]): string | undefined {
  return filled.find(({ name, values = [] }) => {
    if (values.length < 2 || values.length > WORDS_MAX || !isHintedAs('kind', name)) return false;
    // Public and private are words for rooms, too.
    const meant = values.map((value) =>
      /^(?:public|private|open|closed)$/i.test(value)
        ? undefined
        : translatedWord('messages', 'receiverType', value),
    );
    return meant.includes('user') && meant.includes('group') && !meant.includes(undefined);
  })?.name;
}

/** The one group of a file that names none; nothing, and a question, if some column may name groups. */
function oneRoom(table: Table, free: readonly InspectedColumn[], { ask }: Known): readonly string[] {
  const maybe = free.filter(
    ({ name, distinct, type }) =>
      distinct.count > 1 && ['id', 'text', 'integer'].includes(type) && !isOther(name),
  );
  if (maybe.length === 0) return ['$file'];
  return askedRoom(table, maybe, { ask });
}

/** Fewer rows with a receiver are not the messages of a table. */
const FILLED_SHARE = 0.9;

function askedRoom(
  table: Table,
  maybe: readonly InspectedColumn[],
  { ask }: Pick<Known, 'ask'>,
): readonly string[] {
  ask({
    id: `${tableName(table)}.receiver`,
    text: `${table.paths[0]}: which column names the group of a message? $file makes one group of each file`,
    choices: [...maybe.slice(0, 6).map(columnChoice), { value: '$file' }],
    check: columnCheck(table),
  });
  return [];
}

/** True if the receivers of rows that are for users are users, or at least people who write. */
function namesUsers(
  table: Table,
  receiver: string,
  receiverType: string,
  sender: string | undefined,
  { users }: Owners,
): boolean {
  const people = new Set([
    ...table.sample.map((row) => row[sender ?? '']),
    ...(users?.sample.flatMap((row) => keyColumns(users).map(({ name }) => row[name])) ?? []),
  ]);
  const direct = table.sample.filter(
    (row) => translatedWord('messages', 'receiverType', row[receiverType] ?? '') !== 'group',
  );
  return direct.length === 0 || direct.some((row) => people.has(row[receiver]));
}

/** True if a column names users: it is not called a room, and its values are those of users or of senders. */
function isOfUsers(
  table: Table,
  column: string,
  sender: string | undefined,
  { users, groups }: Owners,
): boolean {
  const values = valuesOf(table, column);
  const shareOf = (owner: Table | undefined): number => (owner && bestLink(values, owner)?.share) ?? 0;
  const [ofUsers, ofGroups] = [shareOf(users), shareOf(groups)];
  if (isRoomColumn(column)) return ofUsers > ofGroups + 0.5 && !isNumber(table, column);
  if (ofUsers !== ofGroups) return ofUsers > ofGroups;
  if (groups && ofGroups > 0) return false;
  const senders = sender === undefined ? undefined : table.keys.get(sender);
  return senders !== undefined && values.sharedWith(senders).folded > values.size / 4;
}
