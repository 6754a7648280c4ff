import type { Entity, FieldKind } from '../entities/entity.ts';
import { isObject } from '../entities/limits.ts';
import { cellReader } from './cell-reader.ts';
import { decode, exact, isAbsent, isNotWhole, Unreadable } from './decode-cell.ts';
import type { MappingContext } from './forms/context.ts';
import { type FieldMap, type FieldSource, onlyColumn, templateParts } from './forms/field-source.ts';
import type { Problem, Values } from './row.ts';

export type { CellReader, ColumnFinder, IdMap, LookupTable, MappingContext } from './forms/context.ts';
export {
  type FieldMap,
  type FieldSource,
  lookupId,
  lookupsOf,
  mappedColumns,
} from './forms/field-source.ts';
export { type Where, whereColumns } from './forms/where.ts';

/** A row's fields by name, and the problems of those that could not be read. */
type Mapped = { readonly fields: Record<string, unknown>; readonly problems: readonly Problem[] };

/** Turns the cells of a row into the fields of an entity; made once for each file. */
export type Mapping = {
  (values: Values): Mapped;
  /** Every column that a field uses. */
  readonly columns: ReadonlySet<string>;
  /** The original cell of a field; undefined if the field does not come from exactly one column. */
  cell(values: Values, field: string): unknown;
  /** The fields that can have a value, and how each is filled. */
  readonly fields: readonly MappedField[];
  /** The rule that leaves a row out; undefined if it stays. Absent if every row stays. */
  readonly leftOut?: ((values: Values) => 'where' | undefined) | undefined;
  /** JSON of everything that decides what the bytes of a record mean. */
  readonly meaning: unknown;
  /** Whether every field is a column as it is, a constant or a template, so that cells can be checked as bytes. */
  readonly isPlain: boolean;
  /** The patterns of which no cell has matched so far, though there were cells. */
  patterns(): readonly PatternUse[];
  /** Columns of `where` that no row has had so far. */
  whereUnseen(): readonly string[];
};

/** A pattern of a mapping, and the first cell that it was tried on. */
export type PatternUse = { readonly field: string; readonly pattern: string; readonly cell: string };

/** One field of a mapping, filled from the column with its name or as the pipeline file says. */
export type MappedField = { readonly field: string; readonly kind: FieldKind; readonly source: FieldSource };

type Reader = { readonly field: string; readonly read: (values: Values) => unknown };

/**
 * Resolves each field of an entity to a column of the file.
 * @param columns the file's header; absent if rows are objects
 * @returns the mapping; `missing` lists columns that the map names and the header does not have
 */
export function compileMapping(
  entity: Entity,
  map: FieldMap,
  columns: readonly string[] | undefined,
  context: MappingContext = {},
): { mapping: Mapping; missing: readonly string[]; whereMissing: readonly string[] } {
  void context;
  const used = new Set<string>();
  const missing = new Set<string>();
  const column = (name: string): ((values: Values) => unknown) | undefined => {
    const read = cellReader(name, columns);
    if (read) used.add(name);
    return read;
  };
  const readers: Reader[] = [];
  const fields: MappedField[] = [];
  for (const field of fieldNames(entity, map, columns)) {
    const source = Object.hasOwn(map, field) ? map[field] : undefined;
    if (source === null) continue;
    const read =
      source === undefined
        ? plain(column(field), kindOf(entity, field))
        : declared(source, kindOf(entity, field), column, missing);
    if (!read) continue;
    readers.push({ field, read });
    fields.push({ field, kind: kindOf(entity, field), source: source ?? field });
  }
  const mapping = (values: Values): Mapped => mapRow(values, readers, columns ? () => false : isFlat);
  const cell = (values: Values, field: string): unknown => {
    const source = Object.hasOwn(map, field) ? map[field] : field;
    const name = onlyColumn(source);
    return name === undefined ? undefined : cellReader(name, columns)?.(values);
  };
  const facts = { meaning: fields, isPlain: true, patterns: () => [], whereUnseen: () => [] };
  return {
    mapping: Object.assign(mapping, { columns: used, cell, fields, ...facts }),
    missing: [...missing],
    whereMissing: [],
  };

  /** An object row may have a member of a JSON field as a separate member, such as `metadata.team`. */
  function isFlat(name: string): boolean {
    return isMemberOf(entity, name) && !used.has(name);
  }
}

/** The entity's fields, then single members of its JSON fields that have their own column or map entry. */
function fieldNames(entity: Entity, map: FieldMap, columns: readonly string[] | undefined): string[] {
  const extra = [...Object.keys(map), ...(columns ?? [])].filter((name) => isMemberOf(entity, name));
  return [...new Set([...Object.keys(entity.fields), ...extra])];
}

/** Whether a name means a single member of a JSON field, such as `metadata.team`. */
export function isMemberOf(entity: Entity, name: string): boolean {
  return name.includes('.') && entity.members.some((field) => name.startsWith(`${field}.`));
}

function kindOf(entity: Entity, field: string): FieldKind {
  return Object.hasOwn(entity.fields, field) ? (entity.fields[field] as FieldKind) : 'text';
}

function plain(read: ((values: Values) => unknown) | undefined, kind: FieldKind): Reader['read'] | undefined {
  return read && ((values) => decode(read(values), kind, {}));
}

function declared(
  source: FieldSource,
  kind: FieldKind,
  column: (name: string) => ((values: Values) => unknown) | undefined,
  missing: Set<string>,
): Reader['read'] | undefined {
  const named = (name: string): ((values: Values) => unknown) => {
    const read = column(name);
    if (!read) missing.add(name);
    return read ?? (() => undefined);
  };
  if (typeof source === 'string') return plain(named(source), kind);
  if ('const' in source) return () => decode(source.const, kind, {});
  if ('template' in source) return template(source.template, kind, named);
  if (!('from' in source)) return undefined;
  const read = named(source.from);
  const { values: renames } = source;
  if (!renames) return (values) => decode(read(values), kind, source);
  return (values) => {
    const cell = read(values);
    if (isAbsent(cell)) return undefined;
    if (Object.hasOwn(renames, String(cell))) return decode(renames[String(cell)], kind, source);
    return new Unreadable('ROW.VALUE_UNMAPPED', "the value is not in the pipeline's list of values", cell);
  };
}

/** Replaces each `{column}` by its cell; if one of the cells is empty, the field has no value. */
function template(
  text: string,
  kind: FieldKind,
  named: (name: string) => (values: Values) => unknown,
): Reader['read'] {
  const parts = templateParts(text).map((part, index) => (index % 2 ? named(part) : () => part));
  return (values) => {
    const cells = parts.map((read) => read(values));
    if (cells.some((cell, index) => index % 2 === 1 && isAbsent(cell))) return undefined;
    const lossy = cells.find(isNotWhole);
    if (lossy !== undefined && (kind === 'id' || kind === 'key')) return decode(lossy, kind, {});
    return decode(cells.map(String).join(''), kind, {});
  };
}

function mapRow(values: Values, readers: readonly Reader[], isFlat: (name: string) => boolean): Mapped {
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
