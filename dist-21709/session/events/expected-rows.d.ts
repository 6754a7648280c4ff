import type { StepState } from '../../delivery/checkpoint.ts';
import type { Step } from '../../delivery/plan.ts';
import type { Expected } from '../../delivery/tally/tally.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';
/**
 * The number of rows that a step has in all: exact if all of its sources know it; else estimated from the rows for
 * each byte that was read so far, and before that from the sample. Where a file is compressed or in another
 * encoding, positions say nothing about its bytes on disk, and the sample is all that is known. Undefined if there
 * is none.
 * @param sample rows of each source, from `sampledRows`
 */
export declare function expectedRows({ sources }: Pick<Step, 'sources'>, state: StepState, sample: readonly (number | undefined)[]): Expected | undefined;
/**
 * An estimate of the rows of a file from some of its bytes; undefined if it cannot be made. It does not read the source itself, which
 * may be possible once only.
 */
export declare function sampledRows(source: Source, files: Files): number | undefined;
