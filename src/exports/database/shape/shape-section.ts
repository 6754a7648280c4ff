import { matchesGlob } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { instant } from '../../files/values.ts';
import type { ChatTable } from '../table.ts';
import type { ColumnSpec, SectionSpecs, WhereSpec } from './shape-schema.ts';
import { usualNamesOf } from './usual-columns.ts';
import { internalFields, needed, plainColumnName, type RoleName, usual } from './usual-names.ts';
import { type Owner, typeBeside } from './whose-ids.ts';

/** A column of a part of the chat, as it is declared or recognised. */
export type Field = Exclude<ColumnSpec, string> & {
  /** Recognised by its name: nobody has said what its values mean. */
  readonly isGuessed?: true;
  /** The column whose values say, or may say, whose ids they are; `isJoined` if it is one of the table that is joined. */
  readonly beside?: { readonly column: string; readonly isJoined: boolean } | undefined;
  /** Kind of record that its ids are of, where no column beside it says it; and by the values of that column, where it is declared. */
  readonly owner: Owner;
  readonly owners?: ReadonlyMap<string, Owner> | undefined;
};

/** A table of a part of the chat, or several with the same columns, and what these are. */
export type ShapeSection<Name extends RoleName = RoleName> = {
  readonly spec: SectionSpecs[Name];
  readonly tables: readonly ChatTable[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly where: WhereSpec;
  /** The beginning of its ids, so that they are those of no other section: empty for the first one. */
  readonly prefix: string;
  /** The time of all of its messages, where the rows have none. */
  readonly time?: number | undefined;
};

/** Columns whose ids are those of another section, or nobody knows yet of which. */
type LooseFields = Record<string, Omit<Field, 'owner' | 'owners'>>;
export type LooseSection<Name extends RoleName> = Omit<ShapeSection<Name>, 'fields'> & {
  readonly fields: LooseFields;
};

type Finding = {
  readonly tables: readonly ChatTable[];
  /** True if nothing is found by its name: the database is that of a known product. */
  readonly isPreset: boolean;
  readonly isAsked: boolean;
  /** Number of the section in its list, and its place in the shape. */
  readonly at: number;
  readonly path: string;
};

/** The tables of a database or a schema; all of them if none is named. */
export const tablesOfDatabase = (all: readonly ChatTable[], database: string | undefined) =>
  all.filter(({ path }) => database === undefined || path.split('.').slice(0, -1).includes(database));

/** The error for tables of which nobody knows what they are. */
export function unclear(message: string, tables: readonly ChatTable[]): RunError {
  const names = tables.slice(0, 40).map(({ path }) => path);
  return new RunError('EXPORT.SHAPE_UNCLEAR', `${message}; the tables are: ${names.join(', ') || 'none'}`, {
    hint: 'declare the tables and columns in sources.export.shape, see docs/from/sql.md',
  });
}

/** Finds the tables of a section, and what their columns are; undefined if there are none. */
export function sectionOf<Name extends RoleName>(
  name: Name,
  spec: SectionSpecs[Name],
  finding: Finding,
): LooseSection<Name> | undefined {
  const own =
    spec.table === undefined || spec.table === false
      ? recognised(name, spec, finding)
      : declaredTables([spec.table].flat(), finding, name);
  const [first] = own;
  if (!first) return undefined;
  const declared = new Declared(spec, first, finding);
  const fields = declared.fields(name);
  const time = name === 'messages' ? declared.oneTime : undefined;
  if (!finding.isPreset || finding.isAsked) addUsual(name, spec, fields, first);
  const lacking = needed[name].find(
    (names) => !names.some((each) => fields[each] !== undefined || isSaidOtherwise(each, spec, time)),
  );
  if (lacking)
    throw new RunError(
      'EXPORT.SHAPE_UNCLEAR',
      `which column of ${first.path} is ${name}.${lacking.join(' or ')}? Its columns are: ${first.columns.join(', ')}`,
      {
        hint: `declare it:  shape: { ${name}: { ${lacking[0]}: … } }${lacking[0] === 'time' ? '  or one time for all:  time: 2022-01-01T00:00:00Z' : ''}`,
      },
    );
  const prefix = finding.at === 0 ? '' : `${first.name}:`;
  return { spec, tables: own, fields, where: spec.where ?? {}, prefix, time };
}

/** True if what a column usually says is said of all rows at once, or by two columns. */
const isSaidOtherwise = (field: string, spec: object, time: number | undefined): boolean =>
  (field === 'time' && time !== undefined) ||
  (field === 'conversation' && (roomOf(spec) !== undefined || 'members' in spec));

/** The one conversation that all messages are in. */
export const roomOf = (spec: { readonly conversation?: unknown }): OneRoom | undefined =>
  isRoom(spec.conversation) ? spec.conversation : undefined;

type OneRoom = { readonly const: string; readonly type: 'private' | 'public' };
const isRoom = (given: unknown): given is OneRoom =>
  typeof given === 'object' && given !== null && 'const' in given;

function declaredTables(
  patterns: readonly string[],
  { tables, isAsked, path }: Finding,
  name: RoleName,
): readonly ChatTable[] {
  const found = patterns.flatMap((pattern) => {
    const matching = tables.filter((table) => isNamed(table, pattern));
    if (matching.length === 0 && isAsked)
      throw unclear(`${path}.table: there is no table ${pattern}`, tables);
    if (matching.length > 1 && !pattern.includes('*')) throw several(matching);
    return matching;
  });
  if (found.length === 0 && name === 'messages')
    throw unclear(`there is no table ${patterns.join(', ')}`, tables);
  // The rows of a part are those of its whole.
  const paths = new Set(found.map((table) => table.path));
  return [...new Set(found)].filter(({ parents = [] }) => !parents.some((parent) => paths.has(parent)));
}

/** The error for a name that several tables have. */
export function several(found: readonly ChatTable[]): RunError {
  const [schema = '…'] = found.flatMap(({ path, name }) => path.slice(0, -name.length - 1) || []);
  return new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `several tables may be meant: ${found.map(({ path }) => path).join(', ')}`,
    {
      hint: `name the database or the schema that is meant:  shape: { database: ${schema} }  , in init:  --answer database=${schema}`,
    },
  );
}

/** True if a table has a name, which may begin with its schema and may have `*`; case does not count. */
export function isNamed({ path, name: whole }: ChatTable, pattern: string): boolean {
  const [own, wanted] = [path.toLowerCase(), pattern.toLowerCase()];
  const all = own.split('.').map((_, index, parts) => parts.slice(index).join('.'));
  const names = all.filter(({ length }) => length >= whole.length);
  return names.some((name) => (wanted.includes('*') ? matchesGlob(name, wanted) : name === wanted));
}

/** The table with the most usual name that has the needed columns. */
function recognised(name: RoleName, spec: object, { tables, isPreset }: Finding): readonly ChatTable[] {
  if (isPreset) return [];
  const has = (table: ChatTable, field: string): boolean =>
    field in spec ||
    isSaidOtherwise(field, spec, undefined) ||
    table.columns.some((column) => usualNamesOf(name, field, table).includes(plainColumnName(column)));
  const whole = tables.filter((table) =>
    needed[name].every((names) => names.some((field) => has(table, field))),
  );
  // Many call a table by one of its rows.
  for (const ending of ['', 's'])
    for (const wanted of usual[name].tables) {
      const found = whole.filter((table) => plainColumnName(table.name) + ending === wanted);
      if (found.length > 1) throw several(found);
      if (found.length === 1) return found;
    }
  return [];
}

/** Parts of a section that are no columns. */
const NO_COLUMNS: ReadonlySet<string> = new Set([
  'table',
  'where',
  'metadata',
  'types',
  'roles',
  'system',
  'markup',
  'members',
  'of',
]);
/** A name of a column that can only be meant as a time. */
const AS_TIME = /^\d{4}-\d\d-\d\d/;

/** Reads what a section declares of the columns of a table. */
class Declared {
  readonly #spec: Readonly<Record<string, unknown>>;
  readonly #table: ChatTable;
  readonly #finding: Finding;

  constructor(spec: object, table: ChatTable, finding: Finding) {
    this.#spec = { ...spec };
    this.#table = table;
    this.#finding = finding;
  }

  /**
   * The one time of all messages, if that is declared.
   * @throws RunError `EXPORT.SHAPE_INVALID`
   */
  get oneTime(): number | undefined {
    const { time } = this.#spec;
    if (typeof time !== 'string' || !AS_TIME.test(time)) return undefined;
    const at = instant(time);
    // A day that the month does not have would be one of the next month.
    const isDay = new Date(`${time.slice(0, 10)}T00:00Z`).getUTCDate() === Number(time.slice(8, 10));
    if (at !== undefined && isDay) return at;
    throw new RunError(
      'EXPORT.SHAPE_INVALID',
      `sources.export.${this.#finding.path}.time: ${time} is no time after 1970 with a zone`,
      { hint: 'write it as  time: 2022-01-01T00:00:00Z' },
    );
  }

  /** @throws RunError `EXPORT.SHAPE_UNCLEAR` for a column that the table does not have */
  fields(name: RoleName): LooseFields {
    const fields: LooseFields = {};
    for (const [field, column] of this.#columns(name)) fields[field] = this.#field(field, column);
    for (const [field, columns] of this.#others())
      for (const column of columns) this.#mustHave(column, field);
    return fields;
  }

  *#columns(name: RoleName): Iterable<readonly [string, Exclude<ColumnSpec, string>]> {
    for (const [field, given] of Object.entries(this.#spec)) {
      if (given === undefined || given === false || NO_COLUMNS.has(field) || isRoom(given)) continue;
      const isNames = Array.isArray(given);
      const isTime = name === 'messages' && field === 'time' && this.oneTime !== undefined;
      if (!isNames && !isTime) yield [field, columnOf(given as ColumnSpec)];
    }
    const { members } = this.#spec as { readonly members?: MembersSpec };
    if (members && 'columns' in members)
      for (const [index, column] of members.columns.entries()) yield [memberColumn(index), columnOf(column)];
    else if (members) yield ['members', { column: members.column }];
  }

  /** Further names of columns, by the key that has them. */
  *#others(): Iterable<readonly [string, readonly string[]]> {
    const { metadata = [], name, where = {} } = this.#spec as Partial<Record<string, readonly unknown[]>>;
    yield ['metadata', metadata as readonly string[]];
    if (Array.isArray(name)) yield ['name', name.flat() as readonly string[]];
    yield ['where', Object.keys(where)];
  }

  #field(field: string, declared: Exclude<ColumnSpec, string>): LooseFields[string] {
    const { column, join, type } = declared;
    this.#mustHave(join?.on ?? column, field);
    const joined = join && this.#finding.tables.find((table) => isNamed(table, join.table));
    const isOwn = type && this.#table.columns.includes(type.column);
    if (type && !isOwn && joined?.columns.includes(type.column))
      return { ...declared, beside: { column: type.column, isJoined: true } };
    if (type) this.#mustHave(type.column, field);
    const beside = type?.column ?? typeBeside(field, declared, (joined ?? this.#table).columns);
    return {
      ...declared,
      beside: beside === undefined ? undefined : { column: beside, isJoined: !isOwn && joined !== undefined },
    };
  }

  #mustHave(column: string, field: string): void {
    const { path, columns } = this.#table;
    if (columns.includes(column)) return;
    throw new RunError(
      'EXPORT.SHAPE_UNCLEAR',
      `${this.#finding.path}.${field}: ${path} has no column ${column}; its columns are: ${columns.join(', ')}`,
      { hint: 'correct the name; names of columns are exact' },
    );
  }
}

type MembersSpec = NonNullable<
  SectionSpecs['conversations']['members'] | SectionSpecs['messages']['members']
>;

const columnOf = (given: ColumnSpec): Exclude<ColumnSpec, string> =>
  typeof given === 'string' ? { column: given } : given;

/** The field of one of several columns with a member each. */
export const memberColumn = (index: number): string => `member${index + 1}`;

const INTERNAL: ReadonlySet<string> = new Set(internalFields);
/** Fields of messages that say where they go. */
const GOES_TO: ReadonlySet<string> = new Set(['conversation', 'receiver']);

/** Adds what the usual names of columns tell. */
function addUsual(name: RoleName, spec: object, fields: LooseFields, table: ChatTable): void {
  const { columns } = table;
  const given = { ...spec } as Readonly<Record<string, unknown>>;
  const taken = new Set(Object.values(fields).map(({ column, join }) => join?.on ?? column));
  const isPlaced = name === 'messages' && ['conversation', 'receiver', 'members'].some((each) => given[each]);
  for (const field of Object.keys(usual[name].columns)) {
    if (given[field] !== undefined) continue;
    // Who declares where messages go, or what is internal, has looked at the table.
    if (GOES_TO.has(field) && (isPlaced || (field === 'receiver' && fields['conversation']))) continue;
    if (INTERNAL.has(field) && given['internal'] !== undefined) continue;
    const column = usualNamesOf(name, field, table)
      .map((wanted) => columns.find((each) => plainColumnName(each) === wanted && !taken.has(each)))
      .find((each) => each !== undefined);
    if (column === undefined) continue;
    taken.add(column);
    const beside = typeBeside(field, { column }, columns);
    fields[field] = {
      column,
      isGuessed: true,
      ...(beside === undefined ? {} : { beside: { column: beside, isJoined: false } }),
    };
  }
}
