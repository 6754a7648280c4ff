import type { Cursor, Row } from '../rows/row.ts';
import type { Reading, Source } from './source.ts';
/**
 * Yields what becomes of the records of all files of a step, one file after the other, starting at a cursor; rows
 * if there is no reading.
 */
export declare function readRows<T = Row>(sources: readonly Source[], from: Cursor | undefined, signal: AbortSignal, readingOf?: (source: Source, file: number) => Reading<T>): AsyncGenerator<readonly T[]>;
