import type { EntityName } from '../../input/entities/entity.ts';
/** The origin of a row that a transform receives. */
export type TransformPlace = {
    /** The entity of the source. */
    readonly entity: EntityName;
    /** The number of the source in the list of its entity, from 1. */
    readonly source: number;
    /** The name of the file, as messages print it. */
    readonly file: string;
    /** The line on which the row starts, from 1. */
    readonly line: number;
    /** The number of the row in its file, from 1. */
    readonly row: number;
};
/** A row before `map` is applied: the cells by column name. Cells of CSV files are strings. */
export type TransformRow = Record<string, unknown>;
/**
 * The default export of a `transform` file. It receives the rows one by one, in file order. It returns the row to
 * import, several rows, or null to skip the row. It must be synchronous. Its result must be JSON of at most 1 MiB; dates
 * become ISO 8601 strings.
 * @example
 * const transform: Transform<{ name: string }> = (row) => ({ ...row, name: row.name.trim() });
 * export default transform;
 */
export type Transform<Row extends object = TransformRow> = (row: Row, place: TransformPlace) => object | readonly object[] | null;
