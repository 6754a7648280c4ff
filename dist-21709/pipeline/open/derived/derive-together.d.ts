import { type Entity, type EntityName } from '../../../input/entities/entity.ts';
import { RowDeriver } from '../../../tables/derived/derive-rows.ts';
import { type PrepareSpec } from '../../../tables/prepare-table.ts';
import { type DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { Opening, OpenSource } from '../opening.ts';
import { type BaseRow } from './base-rows.ts';
/** The rows of a derived source, made but not yet written. */
export type Derivation = {
    readonly deriver: RowDeriver<BaseRow>;
    /** The names of the files that its rows come from. */
    readonly names: string[];
    /** Set before the rows are taken: whether another source has a key. */
    exclude: (key: readonly string[]) => boolean;
};
/** The derivations of a pipeline while its sources are opened; what they keep on disk is removed on dispose. */
export declare class Derivations implements Disposable {
    #private;
    /**
     * The rows of a derived source. Those of all sources that are derived from the same rows are made in one pass.
     * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
     */
    of(spec: DerivedSourceSpec, opening: Opening): Promise<Derivation>;
    /**
     * Derives rows while those that they are made of are written to a table, which saves a pass over them. `end` is called
     * after the last one; without it, they are read from the table.
     * @param spec a table with columns that has all rows of the entity
     * @returns undefined if nothing is derived from them
     * @throws RunError `SOURCE.*`, `CONFIG.INVALID`
     */
    whileWritten(from: EntityName, spec: PrepareSpec, { mapping, name }: Pick<OpenSource, 'mapping' | 'name'>, opening: Opening): Promise<{
        readonly onRow: PrepareSpec['onRow'] & {};
        readonly end: () => void;
    } | undefined>;
    [Symbol.dispose](): void;
}
/** The file with the table of a derived source. */
export declare const derivedTableName: ({ name }: Entity, index: number) => string;
