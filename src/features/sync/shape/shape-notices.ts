import type { LostField } from './lost-field.ts';
import type { ShapeChange } from './step-shape.ts';

const LISTED_MAX = 10;

/** Of the first sync run that remembers columns and fields, where earlier ones have not. */
const BEGINS =
  'the columns and fields of the sources are remembered from this sync run on: one that is lost later stops a sync run (GUARD.COLUMNS_GONE)';

/**
 * What a sync run says of the columns and fields of its sources.
 * @param isNew whether earlier sync runs have remembered none
 */
export function shapeNotices(changes: readonly ShapeChange[], isNew: boolean): readonly string[] {
  const added = changes.flatMap((each) => each.added);
  const gone = changes.flatMap(({ lost }) => lost.filter(({ how }) => how !== 'empty'));
  const more = added.length > LISTED_MAX ? `, and ${added.length - LISTED_MAX} more` : '';
  return [
    ...(isNew ? [BEGINS] : []),
    ...(added.length > 0
      ? [`new ${added.length === 1 ? 'column' : 'columns'}: ${added.slice(0, LISTED_MAX).join(', ')}${more}`]
      : []),
    ...gone.slice(0, LISTED_MAX).map(staysText),
  ];
}

const staysText = ({ source, entity, field }: LostField): string =>
  `${source} has no ${field} any more: the ${entity} keep what the service has of it`;
