import type { EntityName } from '../../input/entities/entity.ts';

/** Origin of a row that a transform gets. */
export type TransformPlace = {
  /** The entity that the source is of. */
  readonly entity: EntityName;
  /** The number of the source in the list of its entity, from 1. */
  readonly source: number;
  /** The file, as in messages. */
  readonly file: string;
  /** The line on which the row starts, from 1. */
  readonly line: number;
  /** The number of the row in its file, from 1. */
  readonly row: number;
};

/** A row before `map`: cells by the name of their column. Cells of CSV files are texts. */
export type TransformRow = Record<string, unknown>;

/**
 * The default export of a `transform` file. It gets one row after the other, in file order, and returns the row to use,
 * several rows, or null to skip the row. It is synchronous, and its result is JSON of at most 1 MiB;
 * dates become ISO 8601 texts.
 * @example
 * const transform: Transform<{ name: string }> = (row) => ({ ...row, name: row.name.trim() });
 * export default transform;
 */
export type Transform<Row extends object = TransformRow> = (
  row: Row,
  place: TransformPlace,
) => object | readonly object[] | null;
