import type { RunEvent } from '../../delivery/run.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { StreamEvent } from './event-schema.ts';
import type { RunListener } from './run-listener.ts';
/** Events of one span of a run. */
export type TimelinePoint = {
    /** Rows that left the window. */
    rows: number;
    /** Refusals that ask to wait (429). */
    throttled: number;
    /** Other failures that were tried again. */
    retried: number;
    /** True if nothing went on in a part of it. */
    paused: boolean;
};
export type TimelineOptions = {
    /** The length of a span at first, in milliseconds. */
    readonly spanMs: number;
    /** The most spans; an even number. */
    readonly most: number;
};
/**
 * Keeps what happened when, in a bounded number of spans of equal length: where there would be too many, two become one
 * and each is twice as long.
 */
export declare class Timeline implements RunListener {
    #private;
    readonly everyMs = 1000;
    constructor({ spanMs, most }: TimelineOptions, clock: Clock);
    /** The length of a span now, in milliseconds. */
    get spanMs(): number;
    /** From the beginning until now, without gaps. */
    get points(): readonly Readonly<TimelinePoint>[];
    observe(event: StreamEvent): void;
    readonly follow: (event: RunEvent | TransportEvent) => void;
}
