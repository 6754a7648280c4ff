import { RunError } from '../../../errors/run-error.ts';
import type { ChatTable } from '../table.ts';
import { recognisedPreset, withPreset } from './fitted-preset.ts';
import { type SectionSpecs, type ShapeSpec, sectionsOf } from './shape-schema.ts';
import {
  type Field,
  isNamed,
  type LooseSection,
  type ShapeSection,
  sectionOf,
  several,
  tablesOfDatabase,
  unclear,
} from './shape-section.ts';
import { nearestMessages, withStructure } from './structure.ts';
import { plainTableName } from './usual-columns.ts';
import { plainColumnName, type RoleName } from './usual-names.ts';
import type { Owner } from './whose-ids.ts';

/** The sections of each part of the chat. */
type Roles = { readonly [Name in RoleName]: readonly ShapeSection<Name>[] };

/** The sections of the parts, and sentences about what was recognised. */
export type ResolvedShape = {
  readonly roles: Roles;
  readonly isDoubleEncoded: boolean;
  readonly notes: readonly string[];
  /** Tables in which values are looked up, by the name that the pipeline gives them. */
  readonly joined: ReadonlyMap<string, ChatTable>;
};

/**
 * Finds out which tables and columns are what: as declared, else by their usual names.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR`, `EXPORT.SHAPE_INVALID`
 */
export function resolveShape(given: ShapeSpec, all: readonly ChatTable[]): ResolvedShape {
  const tables = tablesOfDatabase(all, given.database);
  const notes: string[] = [];
  const known = recognisedPreset(given, tables);
  if (known) notes.push(`recognised as the database of a known product: shape: ${known}`);
  const preset = withPreset(known === undefined ? given : { ...given, preset: known }, tables);
  const isPreset = preset.preset !== undefined;
  const spec = isPreset ? preset : withStructure(preset, tables);
  const found = <Name extends RoleName>(name: Name): readonly LooseSection<Name>[] => {
    if (spec[name] === false) return [];
    const listed = listedSections(name, spec, { tables, isPreset, isAsked: given[name] !== undefined });
    const isLoose = given[name] === undefined && !isPreset;
    const sections = listed.filter((section) => !isLoose || !isOfOthers(section, spec, tables));
    if (isLoose) notes.push(...sections.map((section) => recognisedSentence(name, section)));
    return sections;
  };
  const loose: LooseRoles = {
    users: found('users'),
    conversations: found('conversations'),
    participants: found('participants'),
    messages: found('messages'),
    reactions: found('reactions'),
    attachments: found('attachments'),
  };
  if (loose.messages.length === 0) throw noMessages(tables);
  for (const { path, isEmpty } of loose.messages.flatMap((section) => section.tables))
    if (isEmpty) notes.push(`the messages are the rows of ${path}, and the dump has none of these`);
  const owned = <Name extends RoleName>(name: Name): readonly ShapeSection<Name>[] => {
    const owners = new Owners(loose, { tables, isLenient: given[name] === undefined });
    return loose[name].map((section) => owners.owned(name, section));
  };
  const roles: Roles = {
    users: owned('users'),
    conversations: owned('conversations'),
    participants: owned('participants'),
    messages: owned('messages'),
    reactions: owned('reactions'),
    attachments: owned('attachments'),
  };
  const sections = Object.values(roles).flat();
  const joined = joinedTables(sections, tables);
  notes.push(...unreadTables(tables, [...sections.flatMap((section) => section.tables), ...joined.values()]));
  return { roles, isDoubleEncoded: spec.doubleEncoded === true, notes, joined };
}

/** True if the messages that a row is about are those of another table, as `post_id` of the posts of a blog. */
function isOfOthers(
  { fields, tables: own }: LooseSection<RoleName>,
  spec: ShapeSpec,
  tables: readonly ChatTable[],
): boolean {
  const column = fields['message']?.column;
  if (column === undefined) return false;
  const stem = plainColumnName(column).replace(/id$/, '');
  const declared = own[0]?.references?.find((each) => each.column === column)?.table;
  const meant = tables.filter((table) =>
    declared === undefined
      ? [stem, `${stem}s`].includes(plainTableName(table.name))
      : isNamed(table, declared),
  );
  const messages = sectionsOf(spec, 'messages').flatMap(({ table = [] }) => (table === false ? [] : table));
  return meant.length > 0 && !meant.some((table) => messages.some((name) => isNamed(table, name)));
}

/** The error names the table that is nearest, and what it lacks. */
function noMessages(tables: readonly ChatTable[]): RunError {
  const near = nearestMessages(tables);
  if (!near) return unclear('no table of messages was recognised', tables);
  const { columns, path } = near.table;
  const [lacking = ''] = near.lacking;
  return new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `no table of messages was recognised; ${path} is the nearest, but which of its columns is messages.${near.lacking.join(', and which messages.')}? They are: ${columns.join(', ')}`,
    {
      hint: `declare it:  shape: { messages: { table: ${path}, ${lacking.split(' ')[0]}: … } }  , or let  chatferry init  write a shape with its questions`,
    },
  );
}

type LooseRoles = { readonly [Name in RoleName]: readonly LooseSection<Name>[] };

/** Parts whose rows would count twice if two of their sections read the same table. */
const ONCE: ReadonlySet<RoleName> = new Set([
  'users',
  'conversations',
  'messages',
  'reactions',
  'attachments',
]);

/** @throws RunError `EXPORT.SHAPE_INVALID` if two sections of a part have the same table */
function listedSections<Name extends RoleName>(
  name: Name,
  spec: ShapeSpec,
  finding: Pick<Parameters<typeof sectionOf>[2], 'tables' | 'isPreset' | 'isAsked'>,
): readonly LooseSection<Name>[] {
  const listed = sectionsOf(spec, name);
  const isList = listed.length > 1;
  const known = new Map<ChatTable, object>();
  return (listed.length === 0 ? [{} as SectionSpecs[Name]] : listed).flatMap((each, at) => {
    const path = isList ? `shape.${name}.${at}` : `shape.${name}`;
    if (each.table === false) return [];
    if (isList && each.table === undefined)
      throw new RunError('EXPORT.SHAPE_INVALID', `sources.export.${path}: it names no table`, {
        hint: 'in a list, each part names its table:  { table: … }',
      });
    const section = sectionOf(name, each, { ...finding, at, path });
    for (const table of section?.tables ?? []) {
      const other = known.get(table);
      if (other && (ONCE.has(name) || isSameMember(other, each)))
        throw new RunError(
          'EXPORT.SHAPE_INVALID',
          `sources.export.${path}.table: another part of ${name} has the rows of ${table.path}, too`,
          { hint: 'name each table once; two people of a row are  members: { columns: [a, b] }' },
        );
      known.set(table, each);
    }
    return section ? [section] : [];
  });
}

/** True if two sections of participants say the same of their rows. */
const isSameMember = (one: object, other: object): boolean => {
  const [first, second] = [one, other].map((each) => JSON.stringify({ user: null, ...each, where: null }));
  return first === second;
};

/** Parts that the ids of a field may be of, where it is not users. */
const OWNING: Readonly<Record<string, readonly ('users' | 'conversations' | 'messages')[]>> = {
  receiver: ['users', 'conversations'],
  conversation: ['conversations'],
  message: ['messages'],
  parent: ['messages'],
};
const OWN_FIELDS: ReadonlySet<string> = new Set(['id', 'key', 'parent']);
const NOBODY: Owner = { prefix: '', isConversation: false };

/** Knows whose the ids in columns are. */
class Owners {
  readonly #roles: LooseRoles;
  readonly #tables: readonly ChatTable[];
  /** True if a product is known to have tables that this database may lack. */
  readonly #isLenient: boolean;

  constructor(
    roles: LooseRoles,
    { tables, isLenient }: { readonly tables: readonly ChatTable[]; readonly isLenient: boolean },
  ) {
    this.#roles = roles;
    this.#tables = tables;
    this.#isLenient = isLenient;
  }

  owned<Name extends RoleName>(name: Name, section: LooseSection<Name>): ShapeSection<Name> {
    const { of } = section.spec as { readonly of?: string };
    const fields = Object.entries(section.fields).map(([field, each]): readonly [string, Field] => {
      const place = `${name}.${field}`;
      const table = each.of ?? (field === 'message' ? of : undefined);
      const own = OWN_FIELDS.has(field) ? { ...NOBODY, prefix: section.prefix } : NOBODY;
      const owner = table === undefined ? own : this.#ownerOf(table, place);
      const owners =
        each.type &&
        Object.entries(each.type.values).map(([value, word]) => [value, this.#ownerOf(word, place)] as const);
      return [field, { ...each, owner, owners: owners && new Map(owners) }];
    });
    return { ...section, fields: Object.fromEntries(fields) };
  }

  /** @throws RunError `EXPORT.SHAPE_UNCLEAR` for a word that is no part of the shape and no table */
  #ownerOf(word: string, place: string): Owner {
    const kinds = OWNING[place.slice(place.indexOf('.') + 1)] ?? ['users'];
    for (const kind of kinds)
      for (const { tables, prefix } of this.#roles[kind])
        if (tables.some((table) => isNamed(table, word)))
          return { prefix, isConversation: kind === 'conversations' };
    const kind = kinds.find((each) => each === word);
    if (kind) return { prefix: '', isConversation: kind === 'conversations' };
    if (!this.#isLenient && !this.#tables.some((table) => isNamed(table, word)))
      throw unclear(
        `shape.${place}: ids are of ${kinds.join(' or ')}, or of a table; there is no table ${word}`,
        this.#tables,
      );
    return { prefix: `${word}:`, isConversation: false };
  }
}

/** At most so many tables are named. */
const UNREAD_NAMED_MAX = 20;

/** A sentence about the tables with rows that are no part of the chat, so that one which is can be declared. */
function unreadTables(tables: readonly ChatTable[], read: readonly ChatTable[]): readonly string[] {
  const known = new Set(read.flatMap(({ path, parents = [] }) => [path, ...parents]));
  const isRead = ({ path, parents = [] }: ChatTable): boolean =>
    known.has(path) || parents.some((parent) => known.has(parent));
  const unread = tables.filter((table) => table.isEmpty !== true && !isRead(table));
  if (unread.length === 0) return [];
  const named = unread.slice(0, UNREAD_NAMED_MAX).map(({ path }) => path);
  const more = unread.length > named.length ? ` and ${unread.length - named.length} more` : '';
  return [`tables that are not read: ${named.join(', ')}${more}`];
}

function recognisedSentence(name: RoleName, { tables, fields }: LooseSection<RoleName>): string {
  const columns = Object.entries(fields).map(([field, { column }]) =>
    field === column ? field : `${field} = ${column}`,
  );
  return `recognised by their names: ${name} are the rows of ${tables.map(({ path }) => path).join(', ')} (${columns.join(', ')})`;
}

function joinedTables(
  sections: readonly ShapeSection[],
  tables: readonly ChatTable[],
): ReadonlyMap<string, ChatTable> {
  const joined = new Map<string, ChatTable>();
  for (const { fields } of sections)
    for (const { join } of Object.values(fields)) {
      if (!join || joined.has(join.table)) continue;
      const found = tables.filter((table) => isNamed(table, join.table));
      if (found.length > 1) throw several(found);
      if (!found[0]) throw unclear(`there is no table ${join.table}`, tables);
      joined.set(join.table, found[0]);
    }
  return joined;
}
