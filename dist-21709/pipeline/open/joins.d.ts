import type { Values } from '../../input/rows/row.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import { type LoadOptions } from './lookup-tables.ts';
type CellReader = (values: Values) => unknown;
/** The joined files of a source. */
export type Joins = {
    /**
     * Makes a reader of a joined column, such as `p.name`.
     * @param column makes a reader of a column of the row itself
     * @returns undefined if no join has that name
     */
    readonly read: (name: string, column: (name: string) => CellReader | undefined) => CellReader | undefined;
    /** Every column that a name can mean, for sources whose rows are joined before they are mapped. */
    readonly names: readonly string[];
    readonly digests: readonly string[];
    readonly paths: readonly string[];
};
/** Things that loading the joins of a source needs. */
export type JoinOptions = Pick<LoadOptions, 'entity' | 'place' | 'files'> & {
    /** The columns that are taken of the joined rows, such as `p.name`. */
    readonly used: readonly string[];
    /** Set that gets a sentence when a row has no partner. */
    readonly warnings: Set<string>;
};
/**
 * Loads the joined files of a source.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export declare function openJoins({ join, transform }: Pick<FileSourceSpec, 'join' | 'transform'>, { used, warnings, ...options }: JoinOptions): Promise<Joins>;
export {};
