import { type PlaceOf } from '../../input/rows/place.ts';
import type { Settled } from '../in-flight.ts';
import { type Tally } from './tally.ts';
/**
 * Adds rows that have left the window; to the counts only those that are not among them yet.
 * @param placeOf where a row came from
 * @param samplesMax how many examples are kept for each code
 */
export declare function tally(into: Tally, settled: readonly Settled[], placeOf: PlaceOf, samplesMax?: number): void;
/** Takes rows in doubt out of a tally, because they have been sent again and are tallied anew. */
export declare function untallyDoubts(from: Tally, settled: readonly Settled[], placeOf: PlaceOf): void;
