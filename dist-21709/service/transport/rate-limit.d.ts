import { type Clock } from '../../system/clock.ts';
import { type Random } from '../../system/random.ts';
import { type Limiter } from './limiter.ts';
import type { Layer, RateHold } from './transport.ts';
export type RateLimitOptions = {
    readonly limiter: Limiter;
    readonly observe: (event: RateHold) => void;
    /** @default realClock */
    readonly clock?: Clock;
    /** @default realRandom */
    readonly random?: Pick<Random, 'next'>;
};
/**
 * Each attempt waits at the gates of its rate classes. The layer closes a gate for all when the service asks for it, and
 * adapts it to what the service says and does.
 */
export declare function rateLimit({ limiter, observe, clock, random, }: RateLimitOptions): Layer;
