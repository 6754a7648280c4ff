import type { ColumnIndex } from './columns.ts';
import type { MappingContext } from './context.ts';
import { type FieldMap, type FieldSource, lookupId, lookupsOf } from './field-source.ts';
import { idMapDigest } from './own-ids.ts';

type Mapped = { readonly field: string; readonly source: FieldSource; readonly made?: string };

/** Increased when a new version of the code makes other values of the same cells. */
const FORMS_VERSION = 1;

const REFINED = ['pattern', 'as', 'lookup', 'then', 'default', 'first', 'hash', 'other', 'url'];

/** True if every field is a column as it is or a ready id, a constant or a template, so that cells can be checked as bytes. */
export function isPlainMap(
  fields: readonly Mapped[],
  { idMap }: MappingContext,
  { constants, joined }: ColumnIndex,
): boolean {
  return (
    !idMap &&
    joined.size === 0 &&
    Object.keys(constants).length === 0 &&
    fields.every(({ source, made }) => isPlain(made ?? source))
  );
}

function isPlain(source: FieldSource): boolean {
  if (typeof source === 'string') return true;
  const names = Object.entries(source).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return 'template' in source ? names.length === 1 : !names.some((name) => REFINED.includes(name));
}

/** JSON of everything that decides what the bytes of a record mean, for a map that is more than plain. */
export function meaningOf(
  map: FieldMap,
  fields: readonly Mapped[],
  { where, since, until, lookups, joinsDigest, idMap }: MappingContext,
  { constants, joined }: ColumnIndex,
): unknown {
  const tables = lookupsOf(map).map((spec) => lookups?.get(lookupId(spec))?.digest ?? '');
  return {
    version: FORMS_VERSION,
    fields,
    where,
    since,
    until,
    constants,
    lookups: tables,
    joins: joined.size > 0 ? joinsDigest : undefined,
    ids: idMapDigest(idMap),
  };
}
