import type { Entity, FieldKind } from '../entities/entity.ts';
import { isObject } from '../entities/limits.ts';
import { exact } from '../json/raw-number.ts';
import { decode, isAbsent, Unreadable } from './decode-cell.ts';
import { attachmentsReader } from './forms/attachments.ts';
import { ColumnIndex } from './forms/columns.ts';
import type { CellReader, MappingContext } from './forms/context.ts';
import type { FileWithoutRoom } from './forms/copied-address.ts';
import { type FieldMap, type FieldSource, isAttachments, onlyColumn } from './forms/field-source.ts';
import { countParts, partReader, setTypeOfFiles } from './forms/files-of-message.ts';
import { isPlainMap, meaningOf } from './forms/meaning.ts';
import { ownIdOf, uidOf } from './forms/own-ids.ts';
import { type PatternUse, PatternUses } from './forms/pattern-uses.ts';
import { type FieldDeps, type OwnId, refinedReader } from './forms/refine.ts';
import { timeFieldOf, timeWindow } from './forms/time-window.ts';
import { compileWhere, type WhereTest } from './forms/where.ts';
import { columnReader, type RefinedAs, writtenReader } from './forms/written.ts';
import { MADE_MEMBERS, madeColumn } from './made-column.ts';
import { SourceFields } from './owned-fields.ts';
import type { Problem, Values } from './row.ts';

export type { CellReader, LookupTable, MappingContext } from './forms/context.ts';
export {
  type Conditions,
  type FieldMap,
  lookupId,
  lookupsOf,
  mappedColumns,
  whereColumns,
} from './forms/field-source.ts';
export { hashReader, slug } from './forms/ids.ts';

/** Turns the cells of a row into the fields of an entity; made once for each file. */
export type Mapping = {
  (values: Values): Mapped;
  /** Every column that a field uses. */
  readonly columns: ReadonlySet<string>;
  /** Members of object rows with values inside of them that fields use, such as `profile` of `profile.name`. */
  readonly pathRoots: ReadonlySet<string>;
  /** The original cell of a field; undefined if the field does not come from exactly one column. */
  cell(values: Values, field: string): unknown;
  /** Makes a reader of the same; undefined if the field does not come from exactly one column. */
  cellOf(field: string): CellReader | undefined;
  /**
   * Makes a reader of the value that a field is made of, as people write it: after its pattern and before its steps; undefined
   * if it is made of no such value.
   */
  written(field: string): CellReader | undefined;
  /**
   * Makes a reader of a column, also of a pseudo column or a joined one; undefined if there is none with this name.
   * @param refined how its value is refined for a field of this kind
   */
  column(name: string, refined?: RefinedAs): CellReader | undefined;
  /** The fields that a row owns: those that its source has. */
  owned(values: Values): SourceFields;
  /** The same of every source that rows may come from. */
  readonly sources: readonly SourceFields[];
  /** The fields that can have a value, and how each is filled. */
  readonly fields: readonly MappedField[];
  /** Makes a reader of some fields alone, which costs less than all of them. */
  some(names: ReadonlySet<string>): (values: Values) => Readonly<Record<string, unknown>>;
  /** The rule that leaves a row out; undefined if it stays. Absent if every row stays. */
  readonly leftOut?: ((values: Values) => 'where' | 'forgotten' | 'otherSource' | undefined) | undefined;
  /**
   * Counts the messages that a row makes; absent if always one. A row that makes several is read once for each,
   * with the number of the message, from 1, in the column `$part`.
   */
  readonly parts?: ((values: Values) => number) | undefined;
  /** JSON of everything that decides what the bytes of a record mean. */
  readonly meaning: unknown;
  /** True if every field is a column as it is, a constant or a template, so that cells can be checked as bytes. */
  readonly isPlain: boolean;
  /** The patterns that were tried, and whether they have matched a cell so far. */
  patterns(): readonly PatternUse[];
  /** Columns of `where` that no row has had so far. */
  whereUnseen(): readonly string[];
  /** The same for another file with the same columns and the same pseudo columns. */
  forOtherFile(): Mapping;
};

/** One field of a mapping, filled from the column with its name or as the pipeline file says. */
export type MappedField = {
  readonly field: string;
  readonly kind: FieldKind;
  readonly source: FieldSource;
  /** The column in which the id is ready; in a row with an empty cell there, the id comes from `source`. */
  readonly made?: string;
};

/**
 * Resolves each field of an entity to a column of the file.
 * @param columns the file's header; absent if rows are objects
 * @returns the mapping; `missing` lists columns that the map names and the header does not have, `whereMissing` those of
 *   the conditions
 * @throws an Error if a pattern is none; the pipeline's schema has refused such ones
 */
export function compileMapping(
  entity: Entity,
  map: FieldMap,
  columns: readonly string[] | undefined,
  context: MappingContext = {},
): { mapping: Mapping; missing: readonly string[]; whereMissing: readonly string[] } {
  const index = new ColumnIndex(columns, context);
  const patterns = new PatternUses();
  const { readers, fields } = readersOf(entity, map, columns, { index, patterns, context });
  const read = (values: Values): Mapped => mapRow(values, readers, columns ? () => false : isFlat);
  const files = fields.find(({ field, source }) => field === 'attachments' && isAttachments(source));
  const { mapping, parts } = files ? withFiles(read, files, index) : { mapping: read, parts: undefined };
  const flat = new Set(index.used);
  const newOwned = ownedOf(entity, fields, map, columns, context);
  const { leftOut, where } = selection(entity, context, index, readers);
  const isPlain = isPlainMap(fields, context, index) && !leftOut;
  const made = {
    columns: index.roots(),
    pathRoots: index.pathRoots(),
    column: (name: string, refined?: RefinedAs) =>
      columnReader(name, refined, new ColumnIndex(columns, context), context),
    written: (field: string) =>
      writtenReader(
        Object.hasOwn(map, field) ? map[field] : field,
        new ColumnIndex(columns, context),
        context,
      ),
    ...cellsOf(map, new ColumnIndex(columns, context)),
    fields,
    some: (names: ReadonlySet<string>) => {
      // The files of a message decide other fields of it.
      if (files) return (values: Values) => mapping(values).fields;
      const few = readers.filter(({ field }) => names.has(field));
      return (values: Values) => mapRow(values, few, () => false).fields;
    },
    leftOut,
    parts,
    isPlain,
    meaning: isPlain ? fields : meaningOf(map, fields, context, index),
    patterns: () => patterns.tried(),
    // A joined column is absent where a row has no partner.
    whereUnseen: () => (where?.unseen() ?? []).filter((name) => !index.joined.has(name)),
    forOtherFile,
  };
  return {
    mapping: forOtherFile(),
    missing: [...index.missing],
    whereMissing: where?.missing ?? [],
  };

  function forOtherFile(): Mapping {
    const owned = newOwned();
    return Object.assign((values: Values) => mapping(values), made, { owned: () => owned, sources: [owned] });
  }

  /** An object row may have a member of a JSON field as a separate member, such as `metadata.team`. */
  function isFlat(name: string): boolean {
    return isMemberOf(entity, name) && !flat.has(name) && !(Object.hasOwn(map, name) && map[name] === null);
  }
}

/** Makes the fields that rows of a file own: what is known of them grows with its rows. */
function ownedOf(
  entity: Entity,
  fields: readonly MappedField[],
  map: FieldMap,
  columns: readonly string[] | undefined,
  { wholeRows = false, everywhere, source = '', file }: MappingContext,
): () => SourceFields {
  const isDeclared = ({ field }: MappedField): boolean =>
    Object.hasOwn(map, field) || (columns !== undefined && (everywhere?.has(field) ?? true));
  const named = fields.flatMap(({ field, source }) => {
    const column = onlyColumn(source);
    return column === undefined ? [] : [[field, column] as const];
  });
  const declared = fields.filter(isDeclared).map(({ field }) => field);
  const traits = {
    source,
    file,
    isOpen: columns === undefined || everywhere !== undefined,
    whole: wholeRows,
    columns: new Map(named),
  };
  return () => new SourceFields(entity, declared, traits);
}

type Parts = {
  readonly index: ColumnIndex;
  readonly patterns: PatternUses;
  readonly context: MappingContext;
};

function readersOf(
  entity: Entity,
  map: FieldMap,
  columns: readonly string[] | undefined,
  { index, patterns, context }: Parts,
): { readers: readonly FieldReader[]; fields: readonly MappedField[] } {
  const readers: FieldReader[] = [];
  const fields: MappedField[] = [];
  const receiverType: CellReader = (values) =>
    readers.find(({ field }) => field === 'receiverType')?.read(values);
  for (const field of fieldNames(entity, map, columns)) {
    const source = Object.hasOwn(map, field) ? map[field] : undefined;
    if (source === null) continue;
    const kind = kindOf(entity, field);
    const read = fieldReader(source, {
      field,
      kind,
      isMember: isMemberOf(entity, field),
      columns: index,
      lookups: context.lookups,
      patterns,
      ownId: ownIdOf(context.idMap, entity.name, field, receiverType),
      uidOf: uidOf(context.idMap),
    });
    if (!read) continue;
    const isMade = columns ? columns.includes(madeColumn(field)) : MADE_MEMBERS.has(field);
    const made = context.readsMade && isMade ? madeColumn(field) : undefined;
    readers.push({ field, read: made === undefined ? read : readyReader(index.named(made), read) });
    fields.push({ field, kind, source: source ?? field, ...(made === undefined ? {} : { made }) });
  }
  return { readers, fields };
}

/** Reads an id that is ready; in a row without one, it is made. */
const readyReader =
  (ready: CellReader, make: CellReader): CellReader =>
  (values) =>
    ready(values) || make(values);

/** Reads a field; undefined if the pipeline does not fill it and no column has its name. */
function fieldReader(source: FieldSource | undefined, deps: FieldDeps): CellReader | undefined {
  const { field, kind, columns, ownId } = deps;
  if (source === undefined && !columns.find(field)) return undefined;
  if (source === undefined || typeof source === 'string') {
    if (ownId) return refinedReader({ from: source ?? field }, { ...deps, ownId: inAnyCase(ownId) });
    const read = columns.named(source ?? field);
    return (values) => decode(read(values), kind, {});
  }
  if ('const' in source) return () => decode(source.const, kind, {});
  return isAttachments(source) ? attachmentsReader(source, deps) : refinedReader(source, deps);
}

/** The service knows no capitals in ids that stand as they are. */
const inAnyCase =
  (ownId: OwnId): OwnId =>
  (text, values) =>
    ownId(text, values) ?? ownId(text.toLowerCase(), values);

/** The rows that a source takes: undefined members if it takes all. */
function selection(
  entity: Entity,
  { where, since, until }: MappingContext,
  index: ColumnIndex,
  readers: readonly FieldReader[],
): { leftOut: Mapping['leftOut']; where: WhereTest | undefined } {
  const test = where && compileWhere(where, index.find);
  const time = readers.find(({ field }) => field === timeFieldOf(entity));
  const inWindow = timeWindow(since, until, time?.read);
  if (!test && !inWindow) return { leftOut: undefined, where: undefined };
  const takes = (values: Values): boolean => (!test || test.takes(values)) && (!inWindow || inWindow(values));
  return { leftOut: (values) => (takes(values) ? undefined : 'where'), where: test };
}

/** The files of a message decide its type, and how many messages a row makes. */
function withFiles(
  read: (values: Values) => Mapped,
  { source }: MappedField,
  index: ColumnIndex,
): { mapping: (values: Values) => Mapped; parts: Mapping['parts'] } {
  const isSplit = isAttachments(source) && source.split === true;
  const takePart = isSplit ? partReader(index.find) : undefined;
  const mapping = (values: Values): Mapped => {
    const mapped = read(values);
    takePart?.(mapped.fields, values);
    setTypeOfFiles(mapped.fields);
    return mapped;
  };
  return { mapping, parts: isSplit ? (values) => countParts(read(values).fields) : undefined };
}

function cellsOf(map: FieldMap, index: ColumnIndex): Pick<Mapping, 'cell' | 'cellOf'> {
  const readers = new Map<string, CellReader | undefined>();
  const cellOf = (field: string): CellReader | undefined => {
    if (!readers.has(field)) {
      const name = onlyColumn(Object.hasOwn(map, field) ? map[field] : field);
      readers.set(field, name === undefined ? undefined : index.find(name));
    }
    return readers.get(field);
  };
  return { cellOf, cell: (values, field) => cellOf(field)?.(values) };
}

/** The entity's fields, then single members of its JSON fields that have their own column or map entry. */
function fieldNames(entity: Entity, map: FieldMap, columns: readonly string[] | undefined): string[] {
  const extra = [...Object.keys(map), ...(columns ?? [])].filter((name) => isMemberOf(entity, name));
  return [...new Set([...Object.keys(entity.fields), ...extra])];
}

/** True if a name means a single member of a JSON field, such as `metadata.team`. */
export function isMemberOf(entity: Entity, name: string): boolean {
  return name.includes('.') && entity.members.some((field) => name.startsWith(`${field}.`));
}

function kindOf(entity: Entity, field: string): FieldKind {
  return Object.hasOwn(entity.fields, field) ? (entity.fields[field] as FieldKind) : 'text';
}

/** A row's fields by name, and the problems of those that could not be read. */
type Mapped = {
  readonly fields: Record<string, unknown>;
  readonly problems: readonly Problem[];
  /** Files whose copies have no room in their message. */
  readonly noRoom?: readonly FileWithoutRoom[];
};

/** Reads one field of a row; undefined if it has no value, an `Unreadable` if its cell does not fit. */
type FieldReader = { readonly field: string; readonly read: (values: Values) => unknown };

/**
 * Reads the fields of a row.
 * @param isFlat whether a member of an object row is one member of a JSON field, such as `metadata.team`
 */
function mapRow(values: Values, readers: readonly FieldReader[], isFlat: (name: string) => boolean): Mapped {
  const fields: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const { field, read } of readers) {
    const value = read(values);
    if (value === undefined) continue;
    if (value instanceof Unreadable) {
      problems.push({ code: value.code, field, value: value.value, message: value.message });
      continue;
    }
    const dot = field.indexOf('.');
    if (dot < 0) fields[field] = value;
    else setMember(fields, field.slice(0, dot), field.slice(dot + 1), value);
  }
  if (!Array.isArray(values)) {
    const members = values as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(members)) {
      const dot = name.indexOf('.');
      if (dot > 0 && isFlat(name) && !isAbsent(members[name]))
        setMember(fields, name.slice(0, dot), name.slice(dot + 1), exact(members[name]));
    }
  }
  return { fields, problems };
}

/**
 * Sets one member of a JSON field without changing the row's own object. A field that is no object stays as it is and is
 * refused.
 */
function setMember(fields: Record<string, unknown>, field: string, member: string, value: unknown): void {
  const base = fields[field] ?? {};
  if (isObject(base)) fields[field] = Object.fromEntries([...Object.entries(base), [member, value]]);
}
