import type { Step } from '../../../delivery/plan.ts';
import type { PlaceOf } from '../../../input/rows/place.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { Files } from '../../../system/files.ts';
import type { RunTable } from './index/runs.ts';
import type { DividedFile } from './index/shard-index.ts';
/** The rows of a shard in one file. */
export type OwnRows = Pick<DividedFile, 'head' | 'isDivisible'> & {
    readonly table: RunTable;
};
/**
 * A copy of the rows of a shard in a file, behind the beginning of that file: its bytes are read once, in big pieces, and its
 * rows are then read like those of any file, also from the place where a run was stopped. One that is there is used.
 * @param folder exists, and is the shard's own
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export declare function ownRowsOf(source: Source, name: string, { head, table }: OwnRows, { folder, files, signal }: {
    readonly folder: string;
    readonly files: Files;
    readonly signal: AbortSignal;
}): Promise<Source>;
/** Places of the rows of copies in the files of the user. */
export declare function originalPlaces({ placeOf }: Step, rowsOf: (file: number) => OwnRows | undefined): PlaceOf;
/** The place of a row of a copy in its file; undefined if rows are where they were. */
export declare function originalPlace({ head, isDivisible, table }: OwnRows, line: number, byte?: number, row?: number): {
    readonly line: number;
    readonly byte?: number;
    readonly row?: number;
} | undefined;
