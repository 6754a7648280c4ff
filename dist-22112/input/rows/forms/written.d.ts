import type { FieldKind } from '../../entities/entity.ts';
import type { ColumnIndex } from './columns.ts';
import type { CellReader, MappingContext } from './context.ts';
import { type FieldSource, type Refinement } from './field-source.ts';
/** The way in which the value of a column is refined, for a field of a kind. */
export type RefinedAs = {
    readonly form: Refinement;
    readonly kind: FieldKind;
};
type Context = Pick<MappingContext, 'lookups'>;
/** Makes a reader of a column; undefined if there is none with this name. */
export declare function columnReader(name: string, refined: RefinedAs | undefined, columns: ColumnIndex, context: Context): CellReader | undefined;
/**
 * Makes a reader of the value that a field is made of, as people write it: after its pattern and before its steps; undefined
 * if it is made of no such value.
 */
export declare function writtenReader(source: FieldSource | null | undefined, columns: ColumnIndex, context: Context): CellReader | undefined;
export {};
