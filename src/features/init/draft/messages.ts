import type { InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { translatedWord } from '../../../inspection/words/values.ts';
import { UNANSWERED } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { wordSource } from '../guess/words.ts';
import { bestLink } from '../relate/links.ts';
import type { MessageRoles } from '../relate/message-roles.ts';
import type { DraftSource, SourceOption } from '../text/pipeline-text.ts';
import { filesOf } from './attachments.ts';
import { changesOf } from './changes.ts';
import {
  type Draftable,
  type Drafting,
  draftable,
  finished,
  joinedRows,
  knownFor,
  mapFields,
  notOf,
  rowsByValue,
  setField,
} from './drafting.ts';
import { messageFilters } from './message-filters.ts';
import { type MessageKey, messageKey } from './message-key.ts';
import { orderOf } from './message-order.ts';

/** The facts that are known besides the table itself. */
export type MessageDrafting = Drafting & {
  /** Tables that may have the files of messages. */
  readonly sides: readonly Table[];
  /** Rows of logs that may edit or remove messages. */
  readonly changes: readonly Table[];
  /** Ids of the tables before this one. */
  readonly ids: ValueSet;
};

/** Drafts the sources of a table of messages: two if one column names groups and another one users. */
export function draftMessages(roles: MessageRoles, drafting: MessageDrafting): DraftSource[] {
  const { room, person, isMixed } = roles;
  const [column] = room;
  // Halves read the same file, each row goes to the one that takes it.
  const key = messageKey(roles, drafting.ids);
  if (person !== undefined && column !== undefined && (roles.isWhisper || !isMixed)) {
    const [decides, isOfGroups] = roles.isWhisper ? [person, true] : [column, false];
    const half = (own: Partial<MessageRoles>, empty: boolean): DraftSource =>
      draftOne({ ...roles, ...own }, drafting, { where: { [decides]: { empty } } }, key);
    return [half({ person: undefined }, isOfGroups), half({ room: [] }, !isOfGroups)];
  }
  const halves =
    isMixed || room.length !== 1 || column === undefined
      ? []
      : roles.pairs === undefined
        ? directHalves(roles, column, drafting)
        : pairHalves(roles, column, roles.pairs, drafting);
  return halves.length > 0
    ? halves.map((half) => draftOne(roles, drafting, half, key))
    : [draftOne(roles, drafting, {}, key)];
}

/** The parts that a half of a table has besides: joins, conditions, and its own receiver. */
type Half = {
  readonly join?: Readonly<Record<string, object>>;
  readonly where?: Readonly<Record<string, unknown>>;
  readonly receiver?: FieldSource;
};

/** Messages in groups, and those in rooms that are called by the two people in them. */
function pairHalves({ sender = '' }: MessageRoles, room: string, split: string, { users }: Drafting): Half[] {
  const other = { other: room, than: sender, split };
  return [
    { where: { [room]: { not: { matches: split } } } },
    {
      where: { [room]: { matches: split } },
      receiver: users.steps.length > 0 ? { ...other, as: users.steps } : other,
    },
  ];
}

/** Messages in groups, and those of two people, whose receiver is the other one. */
function directHalves({ sender }: MessageRoles, room: string, { direct, users }: Drafting): Half[] {
  if (!direct || sender === undefined) return [];
  const { values, type, key, guid, uid } = direct;
  const c = { ...joinedRows(direct.groups), on: { [key]: room } };
  const p = { ...joinedRows(direct.members), on: { [guid]: room }, many: true };
  const other = { other: `p.${uid}`, than: sender };
  return [
    { join: { c }, where: { [`c.${type}`]: notOf(values) } },
    {
      join: { c, p },
      where: { [`c.${type}`]: values.length === 1 ? values[0] : values },
      receiver: users.steps.length > 0 ? { ...other, as: users.steps } : other,
    },
  ];
}

function draftOne(roles: MessageRoles, drafting: MessageDrafting, half: Half, key: MessageKey): DraftSource {
  const { table, fields } = roles;
  const draft = draftable();
  const { map, remarks, used } = draft;
  const id = fields.get('muid');
  setField(draft, 'muid', key.source);
  if (key.remark) remarks.push(key.remark);
  if (id !== undefined) used.add(id);
  people(roles, drafting, draft);
  if (half.receiver !== undefined) {
    setField(draft, 'receiver', half.receiver);
    map['receiverType'] = { const: 'user' };
  }
  const changes = changesOf(table, id, drafting.changes);
  remarks.push(...changes.remarks);
  textOf(table, fields.get('text'), draft, changes.texts);
  const own = ['sentAt', 'text'].flatMap((field) => fields.get(field) ?? []);
  const taken = new Set([...used, ...own]);
  const filters = messageFilters(table, taken, knownFor('type', draft, drafting.known));
  for (const name of filters.used) used.add(name);
  remarks.push(...filters.remarks);
  const files = filesOf(table, id, new Set([...taken, ...filters.used]), drafting.sides, drafting.known);
  if (files) setField(draft, 'attachments', files.source);
  else if (table.columns.some(({ name, filled }) => name === 'attachments' && filled > 0)) {
    map['attachments'] = null;
    remarks.push('attachments is not imported: it is not a list of files with URLs');
  }
  for (const name of files?.used ?? []) used.add(name);
  const parent = fields.get('parentMuid');
  if (parent !== undefined && typeof key.source === 'object') {
    map['parentMuid'] = key.refer(parent);
    used.add(parent);
  }
  typeOf(table, fields, files !== undefined, draft, drafting);
  if (filters.open) map['type'] = filters.open;
  const done = new Set([
    'muid',
    'sender',
    'receiver',
    'receiverType',
    'text',
    'type',
    'category',
    'attachments',
  ]);
  mapFields('messages', table, fields, done, draft, drafting.known);
  withClock(table, fields.get('sentAt'), draft);
  const where = { ...half.where, ...filters.where, ...changes.where };
  const join = { ...half.join, ...files?.join, ...changes.join };
  const order = orderOf(
    table,
    fields.get('sentAt'),
    roles.room.length > 0 ? roles.room : [roles.person ?? ''],
  );
  const options: SourceOption[] = [
    ...(Object.keys(join).length > 0 ? [{ key: 'join', value: join }] : []),
    ...(Object.keys(where).length > 0 ? [{ key: 'where', value: where }] : []),
    ...(order ? [order] : []),
  ];
  const [receiver = roles.person] = roles.room;
  const filled = new Map([...fields, ['receiverType', fields.get('receiverType') ?? '']]);
  if (receiver !== undefined) filled.set('receiver', receiver);
  return finished('messages', table, draft, options, filled, drafting.known);
}

/** A day in one column and the time of the day in another one are one time. */
function withClock({ columns }: Table, day: string | undefined, { map, used, remarks }: Draftable): void {
  const time = columns.find(({ name }) => name === day)?.time;
  if (day === undefined || !time || !isDayOnly(time)) return;
  const clock = columns.find(({ filled, looks }) => filled > 0 && looks.clock === filled);
  if (!clock) {
    remarks.push(`? ${day} has days without a time, so all messages of a day are sent at midnight`);
    return;
  }
  const source = map['sentAt'];
  const { from: _, ...read } =
    typeof source === 'object' && source !== null && 'from' in source ? source : { from: day };
  const format = 'time' in read ? read.time : time.time;
  const [, seconds, half] =
    /\d(:\d\d)?(?: ?([ap])[^\d]*)?$/i.exec(clock.samples[0]?.replace(':', '') ?? '') ?? [];
  const hours = `${half ? 'h' : 'H'}:mm${seconds ? ':ss' : ''}${half ? ' a' : ''}`;
  map['sentAt'] = {
    template: format === 'iso' ? `{${day}}T{${clock.name}}` : `{${day}} {${clock.name}}`,
    ...read,
    time: format === 'iso' || format === UNANSWERED ? format : `${format} ${hours}`,
  };
  used.add(clock.name);
}

/** True if times are days. */
const isDayOnly = ({ time, first, last }: NonNullable<InspectedColumn['time']>): boolean =>
  (time === 'iso' && [first, last].every((each) => /^[\d-]{10}(?:T00:00:00(?:[.]0+)?Z?)?$/.test(each))) ||
  (/d/.test(time) && !/[Hh]/.test(time));

/** Maps the senders and the receivers. */
function people(roles: MessageRoles, drafting: MessageDrafting, draft: Draftable): void {
  const { table, fields, sender, room, person, isMixed } = roles;
  const { users, groups, owners, known } = drafting;
  const refer = (column: string, who: typeof users): FieldSource => {
    draft.used.add(column);
    return who.refer(table, column).source;
  };
  if (sender !== undefined) {
    const others = otherSenders(roles);
    const source = refer(sender, users);
    if (others.length > 0 && !users.refer(table, sender).isLookup) {
      setField(draft, 'sender', users.first([sender, ...others]));
      draft.remarks.push(`if ${sender} is empty, the author is in ${others.join(', ')}`);
      for (const other of others) draft.used.add(other);
    } else setField(draft, 'sender', source);
  }
  const [column] = room;
  if (isMixed && column !== undefined) {
    // The same column has ids of both, so what one of them needs happens to all.
    setField(draft, 'receiver', refer(column, users.steps.length > groups.steps.length ? users : groups));
    const type = fields.get('receiverType') as string;
    draft.used.add(type);
    const values = table.columns.find(({ name }) => name === type);
    if (values)
      setField(
        draft,
        'receiverType',
        wordSource(
          'messages',
          'receiverType',
          { ...values, counts: rowsByValue(table, type) },
          knownFor('receiverType', draft, known),
          receiverOf,
        ),
      );
    return;
  }
  if (person !== undefined) setField(draft, 'receiver', refer(person, users));
  else if (column !== undefined) setField(draft, 'receiver', refer(column, groups));
  draft.map['receiverType'] = { const: person === undefined ? 'group' : 'user' };
  for (const question of [roles.ofWhom, person === undefined ? drafting.unsplit : undefined]) {
    if (!question) continue;
    knownFor('receiverType', draft, known).ask(question);
    if (!known.answers.get(question.id)) draft.map['receiverType'] = UNANSWERED;
  }

  /** The meaning of a word, by the table that has the receivers of its rows. */
  function receiverOf(word: string): string | undefined {
    const type = fields.get('receiverType') as string;
    const ids = new Set(table.sample.filter((row) => row[type] === word).map((row) => row[column as string]));
    const among = (owner: Table | undefined): number => {
      const link = owner && bestLink(table.keys.get(column as string) as ValueSet, owner);
      const key = link?.column ?? owner?.columns[0]?.name ?? '';
      const known = new Set(owner?.sample.map((row) => row[key]));
      return [...ids].filter((id) => known.has(id)).length;
    };
    const [ofUsers, ofGroups] = [among(owners.users), among(owners.groups)];
    return ofUsers === ofGroups ? undefined : ofUsers > ofGroups ? 'user' : 'group';
  }
}

/** Columns that name the author of rows in which the usual one is empty, such as those of bots. */
function otherSenders({ table, sender, fields, room }: MessageRoles): string[] {
  const gaps = table.sample.filter((row) => row[sender ?? ''] === undefined);
  if (gaps.length === 0) return [];
  const used = new Set([...fields.values(), ...room]);
  const [best] = table.columns
    .filter(({ name, type }) => !used.has(name) && (type === 'id' || type === 'text') && AUTHOR.test(name))
    .map(({ name }) => ({ name, filled: gaps.filter((row) => row[name] !== undefined).length }))
    .sort((a, b) => b.filled - a.filled);
  return best && best.filled > 0 ? [best.name] : [];
}

const AUTHOR = /^(?:bot(?:_?(?:id|name))?|user_?name|user|author|sender|from|nick(?:name)?|app_?id)$/i;

/** A share of texts with markup from here on makes it the markup of all. */
const MARKUP_SHARE = 0.03;

function textOf(
  { columns }: Table,
  name: string | undefined,
  draft: Draftable,
  later: readonly string[],
): void {
  const column = columns.find((each) => each.name === name);
  if (!column) return;
  draft.used.add(column.name);
  const { html, slack } = column.looks;
  const step =
    slack > column.filled * MARKUP_SHARE
      ? 'slackToMarkdown'
      : html > column.filled * MARKUP_SHARE
        ? 'htmlToMarkdown'
        : undefined;
  const from = later.length > 0 ? { first: [...later, column.name] } : { from: column.name };
  if (!step) {
    setField(draft, 'text', later.length > 0 ? from : column.name);
    return;
  }
  draft.map['text'] = { ...from, as: step };
  draft.remarks.push(`${step === 'htmlToMarkdown' ? html : slack} of ${column.filled} texts contain markup`);
}

/** The type of messages, if all its words are known; else files and texts tell it. */
function typeOf(
  table: Table,
  fields: ReadonlyMap<string, string>,
  hasFiles: boolean,
  draft: Draftable,
  { known }: Drafting,
): void {
  for (const field of ['type', 'category'] as const) {
    const column: InspectedColumn | undefined = table.columns.find(({ name }) => name === fields.get(field));
    if (!column) continue;
    const words = (column.values ?? []).filter((value) => translatedWord('messages', field, value));
    const isKnown =
      field === 'type' &&
      !hasFiles &&
      words.length === column.values?.length &&
      // Every message is a text if nothing says otherwise.
      words.some((value) => translatedWord('messages', field, value) !== 'text');
    if (isKnown && !draft.used.has(column.name)) {
      setField(draft, field, wordSource('messages', field, column, known));
      draft.used.add(column.name);
    } else if (column.name !== field) continue;
    else if (draft.used.has(field) || !isOwn(field, column)) draft.map[field] = null;
    else draft.used.add(field);
  }
}

/** True if a column with the name of a field has its values, too. */
const isOwn = (field: 'type' | 'category', { values }: InspectedColumn): boolean =>
  field === 'category'
    ? values?.every((value) => /^(?:message|custom|call|action)$/.test(value)) === true
    : values?.some((value) => /^(?:text|image|file|audio|video)$/.test(value)) !== false;
