import { type InspectedColumn, masked } from '../../../input/columns/column.ts';
import type { Known } from '../ask/answering.ts';
import { partsOfPath, type Table } from '../files/tables.ts';
import { isNearlyUnique } from '../guess/entity-guess.ts';
import { fieldsOf } from '../guess/proposal.ts';
import { translatedWord } from '../guess/words.ts';
import { columnOfHint, isAround, isRoomColumn } from '../words/field-names.ts';
import { bestLink, keyColumns } from './links.ts';

/** Which columns of a table of messages say who wrote to whom. */
export type MessageRoles = {
  readonly table: Table;
  /** The column of each field. */
  readonly fields: ReadonlyMap<string, string>;
  readonly sender: string | undefined;
  /** Columns, or pseudo columns, that name the group of a message; two are a template. */
  readonly room: readonly string[];
  /** The column that names the user that a message is for. */
  readonly person: string | undefined;
  /** True if `room` and `person` are one column, and another one tells which of them it is. */
  readonly isMixed: boolean;
};

/** Tables that may tell whom a column names. */
export type Owners = { readonly users: Table | undefined; readonly groups: Table | undefined };

/** The name of a table in ids of questions. */
export const tableName = ({ files }: Table): string =>
  (files[0]?.path ?? '')
    .replace(/^.*[/\\]/, '')
    .replace(/\..*$/, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-');

/** Finds out who writes to whom: by the names of the columns, by what is in them, by the path. */
export function rolesOf(table: Table, owners: Owners, known: Known): MessageRoles {
  const filled = table.columns.filter(({ name, type }) => type !== 'empty' && !isAround(name));
  const fields = fieldsOf('messages', filled);
  const sender = fields.get('sender') ?? senderByValues(table, filled, fields, owners, known);
  if (sender !== undefined) fields.set('sender', sender);
  const receiver = receiverOf(table, filled, fields, owners);
  return { table, fields, sender, ...receiver };
}

/** Names for the room in objects around the rows: the most telling name first, the nearest object before others. */
const AROUND = [
  /^\^+\.(?:channel|room|group|conversation|chat|thread)[._]?(?:id|guid|uid|key)$/i,
  /^\^\.(?:id|guid|uid|_id|key|\$key)$/i,
  /^\^+\.(?:channel|room|group|conversation|chat|thread)(?:[._]?(?:name|title|url))?$/i,
  /^\^\.(?:name|title)$/i,
];

function roomAround({ columns, rows, faulty }: Table): string[] | undefined {
  const around = columns.filter(({ name, filled }) => isAround(name) && filled === rows - faulty);
  for (const pattern of AROUND) {
    const found = around.find(({ name }) => pattern.test(name));
    if (found) return [found.name];
  }
  return undefined;
}

function receiverOf(
  table: Table,
  filled: readonly InspectedColumn[],
  fields: Map<string, string>,
  owners: Owners,
): Pick<MessageRoles, 'room' | 'person' | 'isMixed'> {
  const sender = fields.get('sender');
  const taken = new Set([...fields].filter(([field]) => field !== 'receiver').map(([, column]) => column));
  const free = filled.filter(({ name }) => !taken.has(name));
  const receiver = fields.get('receiver');
  const receiverType = fields.get('receiverType');
  if (receiver !== undefined && receiverType !== undefined) {
    if (namesUsers(table, receiver, receiverType, sender, owners))
      return { room: [receiver], person: receiver, isMixed: true };
    // Conversations of two people have ids of their own, so they are groups like the others.
    fields.delete('receiverType');
    return { room: [receiver], person: undefined, isMixed: false };
  }
  const room = columnOfHint('room', free);
  const person = columnOfHint('person', free, ({ name }) => name !== room?.name);
  if (room && person && room.filled < table.rows)
    return { room: [room.name], person: person.name, isMixed: false };
  const named = receiver ?? room?.name ?? person?.name;
  if (named !== undefined)
    return isOfUsers(table, named, sender, owners)
      ? { room: [], person: named, isMixed: false }
      : { room: [named], person: undefined, isMixed: false };
  const inPath = channelInPath(table)?.columns;
  const isGroup = (column: string): boolean =>
    owners.groups !== undefined && bestLink(valuesOf(table, column), owners.groups) !== undefined;
  const linked = free.find(
    ({ name, type, filled }) => type !== 'integer' && filled >= table.rows * 0.9 && isGroup(name),
  )?.name;
  const constant = constantOfFile(table, free);
  const [likely = ['$file']] = [
    roomAround(table),
    inPath?.length === 1 && inPath.some(isGroup) ? inPath : undefined,
    linked === undefined ? undefined : [linked],
    constant === undefined ? undefined : [constant],
    inPath,
  ].filter((each) => each !== undefined);
  return {
    room: likely,
    person: undefined,
    isMixed: false,
  };
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

const valuesOf = ({ keys }: Table, column: string) =>
  keys.get(column) ?? (keys.get('$file') as NonNullable<ReturnType<typeof keys.get>>);
const isNumber = ({ columns }: Table, column: string): boolean =>
  columns.find(({ name }) => name === column)?.type === 'integer';

/** Without a header: a column with one value in each file, and different ones in different files. */
function constantOfFile({ files, keys }: Table, free: readonly InspectedColumn[]): string | undefined {
  const constant = free.filter(
    ({ name, type }) =>
      (type === 'id' || type === 'text') &&
      files.every(({ columns }) => columns.find((column) => column.name === name)?.distinct.count === 1) &&
      (keys.get(name)?.size ?? 0) > files.length / 2,
  );
  return (constant.find(({ type }) => type === 'id') ?? constant[0])?.name;
}

/** Nobody is called a sender: a column of ids or names that repeat is likely to be it. */
function senderByValues(
  table: Table,
  filled: readonly InspectedColumn[],
  fields: ReadonlyMap<string, string>,
  { users }: Owners,
  { answers, ask }: Known,
): string | undefined {
  const id = `${tableName(table)}.sender`;
  const answer = answers.get(id);
  if (answer !== undefined) return answer === '' ? undefined : answer;
  const used = new Set(fields.values());
  const constant = (name: string): boolean =>
    table.files.every(
      ({ columns }) => (columns.find((column) => column.name === name)?.distinct.count ?? 0) <= 1,
    );
  const likely = filled
    .filter(
      ({ name, type, longest }) =>
        !used.has(name) && ['id', 'text', 'integer'].includes(type) && longest <= 100,
    )
    .filter(({ name }) => !/time|date|_at$|count|size/i.test(name))
    .filter((column) => (!isNearlyUnique(column) || table.rows < 20) && !constant(column.name))
    .map((column) => ({
      column,
      score:
        ((users && bestLink(valuesOf(table, column.name), users)?.share) ?? 0) * 3 +
        (column.type === 'id' ? 1 : 0) +
        (column.shortest === column.longest ? 0.5 : 0) +
        (column.filled === table.rows - table.faulty ? 1 : 0),
    }))
    .sort((a, b) => b.score - a.score);
  const [best] = likely;
  if (!best) return undefined;
  ask({
    id,
    text: `${table.paths[0]}: which column contains the author of a message?`,
    choices: likely.slice(0, 6).map(({ column }) => ({ value: column.name, evidence: evidenceOf(column) })),
    best: best.column.name,
  });
  return best.column.name;
}

/** Describes the look of a column, without its content. */
const evidenceOf = ({ distinct, filled, samples }: InspectedColumn): string =>
  `${distinct.count} different values in ${filled}, such as ${masked(samples[0] ?? '')}`;

/** Names that number or date the pieces of one export: they name no channel. */
const PIECE =
  /^(?:(?:part|chunk|page|messages?|msgs?|export|data|history|chat|log|archive)?s?[-_ .]*)?(?:\d+|\d{4}[-_.]?\d\d(?:[-_.]?\d\d)?|[a-z]?\d{1,4})$/i;
const NO_NAME = /^(?:|messages?|msgs?|chat|history|data|export|log|posts?)$/i;

/** The part of the path that names a channel: a pseudo column, or a template of two. */
type PathPart = { readonly columns: readonly string[]; readonly evidence: string };

/** Which part of the paths of a table looks like the name of a channel; undefined if none does. */
function channelInPath({ files }: Table): PathPart | undefined {
  const parts = files.map(({ path }) => partsOfPath(path));
  const dirs = new Set(parts.map(({ $dir }) => $dir));
  const names = new Set(parts.map(({ $file }) => $file));
  const piecesOnly = [...names].every((name) => PIECE.test(name) || NO_NAME.test(name));
  const said = (what: string, values: ReadonlySet<string>): string =>
    `${values.size} ${what}, such as ${[...values].slice(0, 2).join(', ')}`;
  if (dirs.size > 1 && (piecesOnly || names.size === 1))
    return { columns: ['$dir'], evidence: said('folders', dirs) };
  if (names.size > 1 && !piecesOnly)
    return names.size === files.length || dirs.size === 1
      ? { columns: ['$file'], evidence: said('files', names) }
      : { columns: ['$dir', '$file'], evidence: said('files in several folders', names) };
  return undefined;
}
