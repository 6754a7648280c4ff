import { matchesGlob } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { recognisedPreset, withPreset } from '../presets/presets.ts';
import type { ChatTable } from '../table.ts';
import { type ColumnSpec, type ShapeSpec, sectionsOf, type WhereSpec } from './shape-schema.ts';
import { internalFields, needed, plainColumnName, type RoleName, roleNames, usual } from './usual-names.ts';
import { typeBeside } from './whose-ids.ts';

/** A column of a part of the chat, as it is declared or recognised. */
export type Field = Exclude<ColumnSpec, string> & {
  /** Recognised by its name: nobody has said what its values mean. */
  readonly isGuessed?: true;
  /** The column beside it whose values may say whose ids they are; nobody has said what they mean. */
  readonly besideType?: string | undefined;
};

/** The tables of a part of the chat, and what their columns are. */
export type ShapeRole = {
  readonly tables: readonly ChatTable[];
  readonly fields: Readonly<Record<string, Field>>;
  readonly where: WhereSpec;
};

/** Roles of the tables, what else the pipeline says of them, and sentences about what was recognised. */
export type ResolvedShape = {
  readonly roles: Readonly<Partial<Record<RoleName, ShapeRole>>>;
  readonly spec: ShapeSpec;
  readonly notes: readonly string[];
  /** Tables in which values are looked up, by the name that the pipeline gives them. */
  readonly joined: ReadonlyMap<string, ChatTable>;
};

type RoleSpec = { readonly table?: string | readonly string[]; readonly where?: WhereSpec } & Readonly<
  Record<string, unknown>
>;

/**
 * Finds out which tables and columns are what: as declared, else by their usual names.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR`
 */
export function resolveShape(given: ShapeSpec, all: readonly ChatTable[]): ResolvedShape {
  const tables = tablesOfDatabase(all, given.database);
  const notes: string[] = [];
  const known = recognisedPreset(given, tables);
  if (known) notes.push(`recognised as the database of a known product: shape: ${known}`);
  const spec = withPreset(known === undefined ? given : { ...given, preset: known }, tables);
  const roles: Partial<Record<RoleName, ShapeRole>> = {};
  for (const name of roleNames) {
    const [declared] = sectionsOf(spec, name);
    if (spec[name] === false || declared?.table === false) continue;
    const isGuessed = given[name] === undefined && spec.preset === undefined;
    const role = roleOf(name, (declared ?? {}) as RoleSpec, {
      tables,
      isPreset: spec.preset !== undefined,
      isAsked: given[name] !== undefined,
    });
    if (role) roles[name] = role;
    if (role && isGuessed) notes.push(sentence(name, role));
  }
  if (!roles.messages) throw unclear('no table of messages was recognised', tables);
  for (const { path, isEmpty } of roles.messages.tables)
    if (isEmpty) notes.push(`the messages are the rows of ${path}, and the dump has none of these`);
  const joined = joinedTables(roles, tables);
  notes.push(
    ...unreadTables(tables, [...Object.values(roles).flatMap((role) => role.tables), ...joined.values()]),
  );
  return { roles, spec, notes, joined };
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

/** The tables of a database or a schema; all of them if none is named. */
export const tablesOfDatabase = (all: readonly ChatTable[], database: string | undefined) =>
  all.filter(({ path }) => database === undefined || path.split('.').slice(0, -1).includes(database));

function unclear(message: string, tables: readonly ChatTable[]): RunError {
  const names = tables.slice(0, 40).map(({ path }) => path);
  return new RunError('EXPORT.SHAPE_UNCLEAR', `${message}; the tables are: ${names.join(', ') || 'none'}`, {
    hint: 'declare the tables and columns in sources.export.shape, see docs/from/sql.md',
  });
}

type Finding = {
  readonly tables: readonly ChatTable[];
  readonly isPreset: boolean;
  readonly isAsked: boolean;
};

function roleOf(name: RoleName, spec: RoleSpec, finding: Finding): ShapeRole | undefined {
  const own =
    spec.table === undefined
      ? recognised(name, spec, finding)
      : declaredTables(name, [spec.table].flat(), finding);
  const [first] = own;
  if (!first) return undefined;
  const fields = fieldsOf(name, spec, first, finding.isPreset && !finding.isAsked);
  const lacking = needed[name].find((names) => !names.some((each) => fields[each] !== undefined));
  if (lacking)
    throw new RunError(
      'EXPORT.SHAPE_UNCLEAR',
      `which column of ${first.path} is ${name}.${lacking.join(' or ')}? Its columns are: ${first.columns.join(', ')}`,
      { hint: `declare it:  shape: { ${name}: { ${lacking[0]}: … } }` },
    );
  if (fields['conversation'] && fields['receiver']) delete fields['receiver'];
  return { tables: own, fields, where: spec.where ?? {} };
}

function declaredTables(
  name: RoleName,
  patterns: readonly string[],
  { tables, isAsked }: Finding,
): readonly ChatTable[] {
  const found = patterns.flatMap((pattern) => {
    const matching = tables.filter((table) => isNamed(table, pattern));
    if (matching.length === 0 && isAsked)
      throw unclear(`shape.${name}.table: there is no table ${pattern}`, tables);
    if (matching.length > 1 && !pattern.includes('*')) throw several(matching);
    return matching;
  });
  if (found.length === 0 && name === 'messages')
    throw unclear(`there is no table ${patterns.join(', ')}`, tables);
  // The rows of a part are those of its whole.
  const paths = new Set(found.map(({ path }) => path));
  return [...new Set(found)].filter(({ parents = [] }) => !parents.some((parent) => paths.has(parent)));
}

const several = (found: readonly ChatTable[]): RunError =>
  new RunError(
    'EXPORT.SHAPE_UNCLEAR',
    `several tables may be meant: ${found.map(({ path }) => path).join(', ')}`,
    {
      hint: 'name the database or the schema:  shape: { database: … }',
    },
  );

/** True if a table has a name, which may begin with its schema and may have `*`; case does not count. */
function isNamed({ path }: ChatTable, pattern: string): boolean {
  const [own, wanted] = [path.toLowerCase(), pattern.toLowerCase()];
  const names = own.split('.').map((_, index, parts) => parts.slice(index).join('.'));
  return names.some((name) => (wanted.includes('*') ? matchesGlob(name, wanted) : name === wanted));
}

/** The table with the most usual name that has the needed columns. */
function recognised(name: RoleName, spec: RoleSpec, { tables, isPreset }: Finding): readonly ChatTable[] {
  if (isPreset) return [];
  const { columns } = usual[name];
  const has = (table: ChatTable, field: string): boolean =>
    spec[field] !== undefined ||
    table.columns.some((column) => columns[field]?.includes(plainColumnName(column)));
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

function fieldsOf(name: RoleName, spec: RoleSpec, table: ChatTable, isExact: boolean): Record<string, Field> {
  const fields: Record<string, Field> = {};
  for (const [field, given] of Object.entries(spec)) {
    if (!isColumn(name, field, given)) continue;
    const declared = typeof given === 'string' ? { column: given } : given;
    const own = declared.join?.on ?? declared.column;
    const lacking = [own, declared.type?.column].find(
      (each) => each !== undefined && !table.columns.includes(each),
    );
    if (lacking !== undefined)
      throw new RunError(
        'EXPORT.SHAPE_UNCLEAR',
        `shape.${name}.${field}: ${table.path} has no column ${lacking}; its columns are: ${table.columns.join(', ')}`,
        { hint: 'correct the name; names of columns are exact' },
      );
    fields[field] = { ...declared, besideType: typeBeside(field, declared, table.columns) };
  }
  if (isExact) return fields;
  const taken = new Set(Object.values(fields).map(({ column }) => column));
  for (const [field, names] of Object.entries(usual[name].columns)) {
    if (spec[field] !== undefined || (field === 'receiver' && fields['conversation'])) continue;
    // Who declares what is internal has looked at the table.
    if (INTERNAL.has(field) && spec['internal'] !== undefined) continue;
    const column = names
      .map((wanted) => table.columns.find((each) => plainColumnName(each) === wanted && !taken.has(each)))
      .find((each) => each !== undefined);
    if (column === undefined) continue;
    taken.add(column);
    fields[field] = { column, isGuessed: true, besideType: typeBeside(field, { column }, table.columns) };
  }
  return fields;
}

const INTERNAL: ReadonlySet<string> = new Set(internalFields);
const NO_COLUMNS = new Set(['table', 'where', 'metadata', 'types', 'roles', 'system', 'markup', 'members']);

const isColumn = (name: RoleName, field: string, given: unknown): given is string | Field =>
  given !== undefined &&
  given !== false &&
  !NO_COLUMNS.has(field) &&
  !(name === 'users' && field === 'name' && Array.isArray(given));

function sentence(name: RoleName, { tables, fields }: ShapeRole): string {
  const columns = Object.entries(fields).map(([field, { column }]) =>
    field === column ? field : `${field} = ${column}`,
  );
  return `recognised by their names: ${name} are the rows of ${tables.map(({ path }) => path).join(', ')} (${columns.join(', ')})`;
}

function joinedTables(
  roles: ResolvedShape['roles'],
  tables: readonly ChatTable[],
): ReadonlyMap<string, ChatTable> {
  const joined = new Map<string, ChatTable>();
  for (const role of Object.values(roles))
    for (const { join } of Object.values(role.fields)) {
      if (!join || joined.has(join.table)) continue;
      const found = tables.filter((table) => isNamed(table, join.table));
      if (found.length > 1) throw several(found);
      if (!found[0]) throw unclear(`there is no table ${join.table}`, tables);
      joined.set(join.table, found[0]);
    }
  return joined;
}
