import type { Versions } from '../input/entities/row-version.ts';
import type { Reading, Source } from '../input/sources/source.ts';
import type { Route } from '../service/targets/target.ts';
import { type CheckDeps, type CheckedRow } from './check.ts';
import type { Slabs } from './rows/slab.ts';
import { type RunScreen } from './rows/slab-blocks.ts';
export type ReadingDeps = CheckDeps & {
    readonly route: Pick<Route, 'carries' | 'refuses' | 'bulk'>;
    readonly versions: Versions;
    /** For the rows of all files of the step. */
    readonly slabs: Slabs;
    /** For the rows of all files of the run. */
    readonly screen: RunScreen;
};
/**
 * Reads the records of a file and checks each of them: in a slab if the screen proves it valid, else as a row. Both ways
 * enter their keys into the same index, in the order of the file.
 */
export declare function stepReading(source: Source, file: number, deps: ReadingDeps): Reading<CheckedRow>;
