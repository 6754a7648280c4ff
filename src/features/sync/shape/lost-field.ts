import type { Entity, EntityName } from '../../../input/entities/entity.ts';
import { isRight } from '../../../input/entities/rights.ts';

/** A field that rows of a source had in the last sync run and that no row of it has now. */
export type LostField = {
  readonly entity: EntityName;
  /** The short name of the source, or of its first file. */
  readonly source: string;
  /** The field, or the member of one: `metadata.team`. */
  readonly field: string;
  /** The column that it came from; absent if it was no single column with another name. */
  readonly column?: string;
  /** `gone`: the source does not have it any more. `empty`: its column is there. `unmapped`: no field takes its column. */
  readonly how: 'gone' | 'empty' | 'unmapped';
  /** True if rows keep what the service has of it; false if a confirmed run empties it. */
  readonly isKept: boolean;
  /** The number of rows that had a value, out of `of`; if that is not exact, at least so many. */
  readonly rows: number;
  readonly isExact: boolean;
  readonly of: number;
};

/** A value in one row is no column: the row may have changed. */
const ROWS_MIN = 2;
/** Members of JSON may be named after what changes, and an empty cell of rights changes nothing. */
const FEW_ROWS = 3;

/** True if a field that no row has now is more than some rows that have changed. */
export function isLoss(
  entity: Entity,
  field: string,
  {
    how,
    isObject,
    rows,
  }: { readonly how: LostField['how']; readonly isObject: boolean; readonly rows: number },
): boolean {
  if (how !== 'empty' && !isObject) return rows > 0;
  return field.includes('.') || isRight(entity.name, field) ? rows > FEW_ROWS : rows >= ROWS_MIN;
}

const LISTED_MAX = 10;

/** Lists what has been lost, and the columns that are new beside it, as one sentence. */
export function lostText(lost: readonly LostField[], added: readonly string[]): string {
  const listed = lost.slice(0, LISTED_MAX).map(lostFieldText);
  const more = lost.length > LISTED_MAX ? [`and ${lost.length - LISTED_MAX} more`] : [];
  const others = added.length > 0 ? [`new: ${added.slice(0, LISTED_MAX).join(', ')}`] : [];
  return [...listed, ...more, ...others].join('; ');
}

const HOW: Readonly<Record<LostField['how'], string>> = {
  gone: 'is missing',
  empty: 'is empty in every row',
  unmapped: 'is no longer filled by the pipeline',
};

function lostFieldText({ source, field, column, how, rows, isExact, of }: LostField): string {
  const from = column === undefined ? '' : ` (column ${column})`;
  const had = `${isExact ? '' : 'at least '}${rows} of ${of} rows had a value in the last sync run`;
  return `${source}: ${field}${from} ${HOW[how]}, ${had}`;
}
