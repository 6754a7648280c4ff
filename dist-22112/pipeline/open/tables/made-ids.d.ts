import type { Entity } from '../../../input/entities/entity.ts';
import type { MadeCells, PreparedInput } from '../../../tables/prepared-row.ts';
import { type TableFile } from './input-readers.ts';
/** A table without ids. */
type Table = {
    readonly inputs: readonly TableFile[];
    /** The columns of all inputs. */
    readonly columns: readonly string[] | undefined;
    /** Hash that equal rows of an input have in common: the id of the numbered field, without its number. */
    hashOf(input: number, row: PreparedInput): string | undefined;
};
/**
 * The ids that the rows of a table hold ready; undefined if it has none, because its rows are of several sources, because
 * they are objects, or because an app brings its own ids.
 */
export declare function madeIds(entity: Entity, { inputs, columns, hashOf }: Table): MadeCells | undefined;
export {};
