import type { Problem, Values } from '../../input/rows/row.ts';
import type { TransformPlace, TransformRow } from '../schema/transform.ts';
import type { LoadedTransform } from './load-transform.ts';
/** Result of a transform for one row: rows, at least one; or why there are none. */
export type Transformed = {
    readonly rows: readonly TransformRow[];
}
/** The rule that leaves the row out. */
 | {
    readonly leftOut: 'transform';
} | {
    readonly problem: Problem;
};
/** The cells of a row by the names of their columns, in an object of its own. */
export declare function transformRow(values: Values, columns: readonly string[] | undefined): TransformRow;
/**
 * Passes one row through a transform. The function may change the row that it gets. Never throws.
 * @param row as `transformRow` makes it
 */
export declare function applyTransform({ transform, path, files }: LoadedTransform, row: TransformRow, place: TransformPlace): Transformed;
