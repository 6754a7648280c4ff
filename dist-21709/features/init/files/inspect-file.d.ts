import { type InspectedColumn, type ValueSet } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import { type FormatName } from '../../../input/sources/formats.ts';
import type { Files } from '../../../system/files.ts';
import { type EntityGuess } from '../guess/entity-guess.ts';
import { type Proposal } from '../guess/proposal.ts';
import type { RowsInDocument } from './json-tables.ts';
/** The caller's declarations about a file, and how much of it to read. */
export type InspectOptions = {
    /** The files that it is read from. */
    readonly files: Files;
    readonly entity?: EntityName | undefined;
    readonly encoding?: string | undefined;
    readonly delimiter?: string | undefined;
    /** The zone of times without one. */
    readonly zone?: string | undefined;
    /** The rows of a JSON document: their path, the name they stand under, columns of the objects around them. */
    readonly inDocument?: RowsInDocument | undefined;
    /** Rows to read. @default all */
    readonly rowsMax?: number;
    /** Epoch seconds; times before it are counted. */
    readonly before?: number | undefined;
};
/** A row as text, by column; a cell is cut. */
export type SampleRow = Readonly<Record<string, string>>;
/** A file with what is kept of it to compare it with other files. */
export type Examined = {
    readonly inspection: Inspection;
    /** The values of each column. */
    readonly keys: ReadonlyMap<string, ValueSet>;
    /** The first rows that can be read. */
    readonly sample: readonly SampleRow[];
};
/**
 * Detects the format, encoding, entity and columns of a file. Reads its rows once, in bounded memory.
 * @throws RunError `SOURCE.*` if it cannot be read at all
 */
export declare function inspectFile(path: string, options: InspectOptions, signal: AbortSignal): Promise<Inspection>;
/**
 * As `inspectFile`, and keeps values and rows to compare files by.
 * @throws RunError `SOURCE.*` if it cannot be read at all
 */
export declare function examineFile(path: string, options: InspectOptions, signal: AbortSignal): Promise<Examined>;
/** The origin of a value: `declared` by the caller, stated by the `file` itself, or a `guess` that should be declared. */
export type DetectedValue = {
    readonly value: string;
    readonly how: 'declared' | 'file' | 'guess';
    readonly evidence: string;
};
/** A row that cannot be read, with its place and the error. */
type FaultyRow = {
    readonly line: number;
    readonly byte: number;
    readonly code: string;
    readonly message: string;
};
/** One file, as far as it was read. */
export type Inspection = {
    readonly path: string;
    readonly bytes: number;
    readonly format: FormatName;
    /** The path of the rows in a JSON document. */
    readonly rowsAt?: string;
    readonly encoding: DetectedValue;
    readonly delimiter?: DetectedValue;
    /** True if the first row names the columns; absent if every row names its own. */
    readonly header?: boolean;
    readonly rows: number;
    /** False if only the beginning was read. */
    readonly whole: boolean;
    readonly faulty: {
        readonly rows: number;
        readonly first: readonly FaultyRow[];
    };
    readonly entity?: EntityGuess;
    readonly columns: readonly InspectedColumn[];
    readonly proposal?: Proposal;
};
export {};
