import type { LostField } from './lost-field.ts';
import type { ShapeChange } from './step-shape.ts';

const LISTED_MAX = 10;

/**
 * Of the first sync run that remembers columns and fields, where earlier ones have not: most of them were of a version that
 * wrote whole rows.
 */
const BEGINS =
  'the columns and fields of the sources are remembered from this sync run on: one that is lost later stops a sync run (GUARD.COLUMNS_GONE). A change writes only fields that its source has; with  sync: { fields: all }  it writes whole rows, as earlier versions did';

/**
 * The notices of a sync run about the columns and fields of its sources.
 * @param isNew whether earlier sync runs have remembered none
 */
export function shapeNotices(
  changes: readonly (ShapeChange & DerivedNames)[],
  isNew: boolean,
): readonly string[] {
  const added = changes.flatMap((each) => each.added);
  const gone = changes.flatMap(({ lost }) => lost.filter(({ isKept }) => isKept));
  const more = added.length > LISTED_MAX ? `, and ${added.length - LISTED_MAX} more` : '';
  return [
    ...(isNew ? [BEGINS] : []),
    ...(added.length > 0
      ? [`new ${added.length === 1 ? 'column' : 'columns'}: ${added.slice(0, LISTED_MAX).join(', ')}${more}`]
      : []),
    ...gone.slice(0, LISTED_MAX).map(staysText),
    ...fewerTexts(changes),
    ...changes.flatMap(namesText),
  ];
}

function fewerTexts(changes: readonly (ShapeChange & DerivedNames)[]): string[] {
  const all = changes.flatMap(({ entity, fewer }) => fewer.map((each) => ({ entity, ...each })));
  const texts = all
    .slice(0, LISTED_MAX)
    .map(
      ({ entity, file, fields }) =>
        `${file} has no ${fields.join(', ')} any more, other files of ${entity} have: its rows keep what the service has of it`,
    );
  const others = all.length - texts.length;
  return others > 0 ? [...texts, `${others} more files have lost fields that others have`] : texts;
}

/** The changes that a sync run makes to the names of rows that are made of others. */
type DerivedNames = {
  readonly entity: string;
  readonly isDerived: boolean;
  readonly fields: { readonly changed: ReadonlyMap<string, number> };
};

function namesText({ entity, isDerived, fields }: DerivedNames): string[] {
  const count = isDerived ? (fields.changed.get('name') ?? 0) : 0;
  if (count === 0) return [];
  return [
    `${count} names of ${entity} change: a name is what the key is made of, after its pattern and before its steps; to keep another:  map: { name: { column: <column> } }`,
  ];
}

const staysText = ({ source, entity, field }: LostField): string =>
  `${source} has no ${field} any more: the ${entity} keep what the service has of it`;
