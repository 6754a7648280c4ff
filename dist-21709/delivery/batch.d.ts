import type { Route } from '../service/targets/target.ts';
import type { InFlight } from './in-flight.ts';
import type { LineItem } from './rows/line-row.ts';
/** Items that share one request, and the lanes that the request occupies. */
export type Batch = {
    readonly items: readonly LineItem[];
    readonly lanes: readonly number[];
};
/**
 * Collects items into full batches. Items whose order keys map to the same lane stay in order and are never in two
 * batches under way at once. Partial batches are released when the input ends, or when a waiting item is the oldest row
 * of a crowded window, so that waiting items never block the window. They start with the oldest item and are filled
 * from every lane.
 */
export declare function batch(chunks: AsyncIterable<readonly LineItem[]>, route: Route, window: InFlight, laneCount: number, signal: AbortSignal): AsyncGenerator<Batch>;
