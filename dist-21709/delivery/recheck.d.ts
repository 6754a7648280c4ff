import type { Item } from '../input/entities/entity.ts';
import type { Cursor, Row } from '../input/rows/row.ts';
import type { Source } from '../input/sources/source.ts';
import { type CheckDeps } from './check.ts';
import type { InFlight } from './in-flight.ts';
/** Reads the rows in doubt again, in file order. Reads each file only from its first such row to its last. */
export declare function doubtfulRows(sources: readonly Source[], doubts: readonly Cursor[], signal: AbortSignal): AsyncGenerator<readonly Row[]>;
/**
 * Rows in doubt → items, as `check`. Their keys are taken already, by themselves, and what they refer to was checked before
 * they were sent the first time.
 */
export declare function recheck(chunks: AsyncIterable<readonly Row[]>, window: InFlight, deps: CheckDeps): AsyncGenerator<readonly Item[]>;
