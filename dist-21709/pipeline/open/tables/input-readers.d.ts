import type { Entity } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { type Mapping } from '../../../input/rows/mapping.ts';
import { type Bounds } from '../../../input/rows/record.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { PreparedInput } from '../../../tables/prepared-row.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { FoundSource } from '../find-inputs.ts';
import type { SourceContext } from '../mapping-context.ts';
import type { ThreadedMessage } from './thread-links.ts';
/** A source with what its rows are looked up in. */
export type ReadySource = FoundSource & {
    readonly spec: FileSourceSpec;
    readonly context: SourceContext;
};
/** Sources that read the same files in the same way. */
export type Share = readonly [ReadySource, ...ReadySource[]];
/** A file of sources that goes into a table. */
export type TableFile = {
    readonly share: Share;
    readonly source: Source;
    readonly constants: Readonly<Record<string, string>>;
    /** The pseudo columns that differ from row to row, such as `$line`, and their places among the extra cells. */
    readonly perRow: readonly {
        readonly name: string;
        readonly extra: number;
    }[];
    readonly transform: LoadedTransform | undefined;
};
/** The cells that forms read in a row of a file before it is written to the table. */
export declare function seenValues({ perRow }: TableFile, { values, extras }: PreparedInput): Values;
/** Sources that read the same files in the same way, together: a row belongs to the first that takes it. */
export declare function sharesOf(sources: readonly ReadySource[]): Share[];
/** Reads something of a row of a file. */
type RowReader<T> = (row: PreparedInput) => T;
/**
 * Makes what is needed of each file to read its rows, made for the current one alone: rows come one file after the other, and there may be
 * thousands of files.
 */
export declare function ofCurrent<T>(inputs: readonly TableFile[], make: (input: TableFile) => T): (input: number) => T;
/** Reads what a row of a file has in common with equal rows; undefined if its rows are not numbered. */
export declare function numberBy(entity: Entity, input: TableFile): RowReader<string | undefined> | undefined;
/** Reads the time of a row, epoch seconds. */
export declare function timeReader(entity: Entity, input: TableFile): RowReader<number | undefined>;
/** Reads the key of a row; undefined if it has none, or if no source takes it: such a row has no say. */
export declare function keyReader(entity: Entity, input: TableFile): RowReader<string | undefined>;
/** Reads what a row is in its thread; undefined for one without a key, and for one that is left out. */
export declare function threadReader(entity: Entity, input: TableFile, { deletions }: Pick<Policies, 'deletions'>): RowReader<ThreadedMessage | undefined>;
/** Reads how many messages a row makes. */
export declare function partsReader(entity: Entity, input: TableFile): (values: Values) => number;
/** A mapping of some fields of a source's rows, whichever rows it takes. */
export declare function partOf(entity: Entity, fields: readonly string[], { spec, context }: ReadySource, input: TableFile): Mapping;
/** A part of what is hashed: the number of a cell, or a text that all rows of the file have. */
type HashPart = number | string;
/** As `hashReader`, for CSV records: the same result, without a text for each cell. */
export declare function recordHashReader(parts: readonly HashPart[]): (record: Bounds) => string;
export {};
