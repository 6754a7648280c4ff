import type { FieldKind } from '../../entities/entity.ts';
import type { ColumnIndex } from './columns.ts';
import type { CellReader, MappingContext } from './context.ts';
import { type FieldSource, isAttachments, type Refinement } from './field-source.ts';
import { PatternUses } from './pattern-uses.ts';
import { type FieldDeps, refinedReader, refinedValue } from './refine.ts';

/** The way in which the value of a column is refined, for a field of a kind. */
export type RefinedAs = { readonly form: Refinement; readonly kind: FieldKind };

type Context = Pick<MappingContext, 'lookups'>;

/** Returns the things that a form needs that fills no field. */
const depsOf = (columns: ColumnIndex, { lookups }: Context, kind: FieldKind): FieldDeps => ({
  field: '',
  kind,
  isMember: false,
  columns,
  lookups,
  patterns: new PatternUses(),
  ownId: undefined,
  uidOf: (id) => id,
});

/** Makes a reader of a column; undefined if there is none with this name. */
export function columnReader(
  name: string,
  refined: RefinedAs | undefined,
  columns: ColumnIndex,
  context: Context,
): CellReader | undefined {
  const found = columns.find(name);
  if (!refined || !found) return found;
  return refinedReader({ from: name, ...refined.form }, depsOf(columns, context, refined.kind));
}

/**
 * Makes a reader of the value that a field is made of, as people write it: after its pattern and before its steps; undefined
 * if it is made of no such value.
 */
export function writtenReader(
  source: FieldSource | null | undefined,
  columns: ColumnIndex,
  context: Context,
): CellReader | undefined {
  if (typeof source === 'string') return columns.find(source);
  if (!source || 'const' in source || 'hash' in source || isAttachments(source)) return undefined;
  const { as: _, values: __, lookup: ___, then: ____, ...form } = source;
  return refinedValue(form, depsOf(columns, context, 'text'));
}
