import { type Clock } from '../../system/clock.ts';
import { type Random } from '../../system/random.ts';
import { type Layer, type Retried } from './transport.ts';
export type BackoffOptions = {
    readonly observe: (event: Retried) => void;
    /**
     * The retry budget: how long nothing may succeed before the request fails.
     * @default 3_600_000
     */
    readonly outageMs?: number;
    /**
     * The retry budget until the service has answered once.
     * @default 15_000
     */
    readonly firstAnswerMs?: number;
    /**
     * True if it has answered before, in an earlier process: then its address is right.
     * @default false
     */
    readonly answered?: boolean;
    /** @default realClock */
    readonly clock?: Pick<Clock, 'elapsed' | 'sleep'>;
    /** @default realRandom */
    readonly random?: Pick<Random, 'next'>;
};
/**
 * Repeats a request until its answer is final. The backoff has full jitter, which spreads the attempts of many lanes.
 * Throttled attempts only wait for the gate below.
 * @throws RunError `SERVICE.OUTAGE`, `SERVICE.UNREACHABLE`. Its cause is a TransportError with `maybeSent`, whose cause is
 * the last answer. TransportError if the request must not be repeated unchanged
 */
export declare function retry({ observe, outageMs, firstAnswerMs, answered, clock, random, }: BackoffOptions): Layer;
