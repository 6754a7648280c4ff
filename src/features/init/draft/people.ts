import { TimeFormCounter } from '../../../input/columns/time-evidence.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { conceptsIn } from '../../../inspection/words/concepts.ts';
import { columnsByField, readableNames, timesIn } from '../../../inspection/words/field-names.ts';
import { FIRST_NAME, isNo, isYes, LAST_NAME } from '../../../inspection/words/values.ts';
import { partsOfPath, type Table } from '../files/tables.ts';
import { isUnique } from '../guess/entity-guess.ts';
import { WORDS_MAX, wordSource } from '../guess/words.ts';
import type { DraftSource } from '../text/pipeline-text.ts';
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
import { goneFilter } from './message-filters.ts';

/** The columns of the fields of a table, by their names. */
export const fieldsIn = (entity: 'users' | 'groups' | 'members', { columns }: Table): Map<string, string> =>
  new Map(columnsByField(entity, readableNames(columns), timesIn(columns)));

const IDS = { users: 'uid', groups: 'guid' } as const;

/** The column that names the rows by its name: an id, else the name. */
export function idOrName(entity: 'users' | 'groups', table: Table): string | undefined {
  const fields = fieldsIn(entity, table);
  return fields.get(IDS[entity]) ?? fields.get('name');
}

/** True if a column has names of people, or titles, by its name: as an id it is the name as well. */
const isName = ({ columns }: Table, id: string): boolean =>
  conceptsIn(id).some((key) => /^(?:display )?name(?: (?:person|room))?$/.test(key)) &&
  columns.find(({ name }) => name === id)?.type === 'text';

/** The first and the last name, if each has a column that is filled in every row. */
function nameParts({ columns }: Table): readonly string[] {
  const full = columns.filter(({ empty, filled }) => empty === 0 && filled > 0);
  const [first, last] = [FIRST_NAME, LAST_NAME].map((part) => full.find(({ name }) => part.test(name)));
  return first && last ? [first.name, last.name] : [];
}

/** A description that is short and different in each row is the name, if there is no other. */
function titleOf({ columns }: Table, fields: Map<string, string>): string | undefined {
  const title = columns.find(({ name }) => name === fields.get('description'));
  if (!title || title.longest > 100 || title.empty > 0 || !isUnique(title)) return undefined;
  fields.delete('description');
  return title.name;
}

const CASE_JOINED =
  '? ids that differ only in capital letters become one person; remove  lower  if they are different people';

/** Drafts the source of a table of users or of groups. */
export function draftOwners(entity: 'users' | 'groups', table: Table, drafting: Drafting): DraftSource {
  const draft = draftable();
  const fields = fieldsIn(entity, table);
  const field = IDS[entity];
  const key = drafting[entity].key ?? '';
  const id = table.columns.some(({ name }) => name === key) ? key : idOrName(entity, table);
  if (id !== undefined) {
    setField(draft, field, drafting[entity].own(id));
    if (drafting[entity].joinsCase) draft.remarks.push(CASE_JOINED);
    // The column of the key may be the name, too.
    const name = (isName(table, id) ? id : fields.get('name')) ?? titleOf(table, fields) ?? id;
    const hasName = table.columns.find((column) => column.name === name)?.empty === 0;
    const parts = entity === 'users' ? nameParts(table) : [];
    setField(draft, 'name', hasName ? name : { first: [name, id] });
    if (parts.length > 0) draft.map['name'] = { template: parts.map((part) => `{${part}}`).join(' ') };
    for (const part of parts) draft.used.add(part);
    draft.used.add(name).add(id);
    fields.set(field, id);
    fields.set('name', name);
  }
  const owner = fields.get('owner');
  if (entity === 'groups' && owner !== undefined) {
    const { source, share } = drafting.users.refer(table, owner);
    if (share === 1) setField(draft, 'owner', source);
    else if (owner === 'owner') draft.map['owner'] = null;
    if (share < 1) draft.remarks.push(`${owner} is not imported: some of its values are not users`);
    draft.used.add(owner);
  }
  if (entity === 'groups') groupType(table, fields.get('type'), draft, drafting);
  mapFields(entity, table, fields, new Set([field, 'name', 'owner', 'type']), draft, drafting.known);
  const { direct } = drafting;
  const options =
    entity === 'groups' && direct ? [{ key: 'where', value: { [direct.type]: notOf(direct.values) } }] : [];
  const isNested = (table.files[0]?.rowsAt?.match(/\[\*\]|\.\*/g) ?? []).length > 1;
  const repeated = isNested
    ? [{ key: 'onDuplicate', value: 'first', why: 'the same row may occur several times' }]
    : [];
  return finished(entity, table, draft, [...options, ...repeated], fields, drafting.known);
}

/** The members of groups alone, without those of direct conversations. */
function onlyGroups(guid: string | undefined, { direct }: Drafting) {
  if (!direct || guid === undefined) return {};
  return {
    join: { c: { ...joinedRows(direct.groups), on: { [direct.key]: guid } } },
    where: { [`c.${direct.type}`]: notOf(direct.values) },
  };
}

/** The column that is called as the key of another table, and has its values. */
const ofSameName = (table: Table, { key, refer }: Drafting['users']): string | undefined =>
  table.columns.find((column) => column.name === key && !isUnique(column) && refer(table, key).share === 1)
    ?.name;

/** Drafts the source of a table of members. */
export function draftMembers(table: Table, drafting: Drafting): DraftSource {
  const draft = draftable();
  const fields = fieldsIn('members', table);
  for (const [field, identity] of [
    ['guid', drafting.groups],
    ['uid', drafting.users],
  ] as const) {
    const column = fields.get(field) ?? ofSameName(table, identity);
    if (column === undefined) continue;
    fields.set(field, column);
    setField(draft, field, identity.refer(table, column).source);
    draft.used.add(column);
  }
  const joinedAt = fields.get('joinedAt');
  const early =
    joinedAt === undefined ? 0 : joinedTooEarly(table, fields, drafting.owners.groups, drafting.groups.key);
  if (joinedAt !== undefined && early > 0) {
    if (joinedAt === 'joinedAt') draft.map['joinedAt'] = null;
    draft.used.add(joinedAt);
    draft.remarks.push(
      `${joinedAt} is not read: ${early} members joined before their group was created, or with it, which the service refuses`,
    );
  }
  mapFields('members', table, fields, new Set(['guid', 'uid']), draft, drafting.known);
  const gone = goneFilter('members', table, knownFor('isBanned', draft, drafting.known));
  for (const name of gone.used) draft.used.add(name);
  if (gone.open) draft.map['isBanned'] = gone.open;
  draft.remarks.push(...gone.remarks);
  const groups = onlyGroups(fields.get('guid'), drafting);
  const options = [
    { key: 'join', value: { ...groups.join } },
    { key: 'where', value: { ...groups.where, ...gone.where } },
  ].filter(({ value }) => Object.keys(value).length > 0);
  return finished('members', table, draft, options, fields, drafting.known);
}

/** Names of files with conversations of few people. */
const FEW = /^(?:dms?|mpims?|direct|private|privat)(?:[^a-z]|$)/i;

/** Gives a group its kind: by a word in the data, else it is private. */
function groupType(
  table: Table,
  name: string | undefined,
  draft: Draftable,
  { known, direct }: Drafting,
): void {
  const column = table.columns.find((each) => each.name === name);
  // A column with many values is about something else.
  if (!column?.values || column.values.length > WORDS_MAX) {
    Object.assign(draft.map, PRIVATE);
    const isOfFew = table.files.some(({ path }) => FEW.test(partsOfPath(path).$file));
    draft.remarks.push(
      isOfFew ? 'some files contain private conversations, so all groups are private' : KIND_UNKNOWN,
    );
    return;
  }
  const values = column.values?.filter((value) => !direct?.values.includes(value));
  const isPublic = flagOf(column.name);
  if (isPublic !== undefined && values?.every((value) => isYes(value) || isNo(value))) {
    const types = values.map((value) => [value, isYes(value) === isPublic ? 'public' : 'private']);
    const flag = { from: column.name, values: Object.fromEntries(types) };
    draft.map['type'] = column.empty > 0 ? privateIfEmpty(flag) : flag;
    draft.used.add(column.name);
    return;
  }
  const source = wordSource(
    'groups',
    'type',
    { name: column.name, counts: rowsByValue(table, column.name), ...(values ? { values } : {}) },
    knownFor('type', draft, known),
    () => 'private',
  );
  setField(draft, 'type', column.empty > 0 ? privateIfEmpty(source) : source);
  if (column.empty > 0)
    draft.remarks.push(`? ${column.empty} groups have no ${column.name} and become private`);
  draft.used.add(column.name);
}

const privateIfEmpty = (source: FieldSource): FieldSource =>
  typeof source === 'string'
    ? { from: source, default: 'private' }
    : 'from' in source
      ? { ...source, default: 'private' }
      : source;

/** True if a flag says that a group is public, false if that it is private; undefined if it is no such flag. */
function flagOf(name: string): boolean | undefined {
  const [key = ''] = conceptsIn(name);
  return /public/.test(key) ? true : /private/.test(key) ? false : undefined;
}

/** The number of members of the sample that joined before their group was created, or in the same second. */
function joinedTooEarly(
  members: Table,
  fields: ReadonlyMap<string, string>,
  groups: Table | undefined,
  key: string | undefined,
): number {
  const created =
    groups &&
    columnsByField(
      'groups',
      groups.columns.map(({ name }) => name),
      timesIn(groups.columns),
    ).get('createdAt');
  const [guid, joined] = [fields.get('guid') ?? '', fields.get('joinedAt') ?? ''];
  if (!groups || key === undefined || created === undefined) return 0;
  const times = new Map(groups.sample.map((row) => [row[key], row[created]]));
  return members.sample.filter((row) => {
    const [first, second] = [times.get(row[guid]), row[joined]];
    if (first === undefined || second === undefined) return false;
    const counter = new TimeFormCounter();
    counter.add(first);
    counter.add(second);
    return counter.order.rising === 0 && counter.evidence !== undefined;
  }).length;
}

/** A group whose kind is not known is best a private one: nobody sees what they could not see before. */
export const PRIVATE = { type: { const: 'private' } } as const;

/** The remark where nothing tells the kind of groups. */
export const KIND_UNKNOWN =
  '? the type of these groups is unknown, so all are private; if everyone may read them:  type: { const: public }';
