import type { RefusalForNow } from '../../service/targets/target.ts';
import type { Clock } from '../../system/clock.ts';
import type { Random } from '../../system/random.ts';
/** Number of times that a row is sent whose outcome the service does not say; then it is in doubt. */
export declare const TRIES_MAX = 5;
/** Attempts after which the service has not said what became of a row. */
export type Silence = {
    readonly tries: number;
    /** When the first of them had ended, in milliseconds of `clock.elapsed()`. */
    readonly since: number;
    /** Waits before the next attempt, with full jitter; before the last one at least until a minute has passed. */
    wait(system: {
        readonly clock: Clock;
        readonly random: Pick<Random, 'next'>;
    }, signal: AbortSignal): Promise<void>;
};
/** One more attempt without a word about the row. */
export declare function silentAgain(before: Silence | undefined, clock: Clock): Silence;
/** Text for a row that is in doubt after such attempts. */
export declare const silenceText: (silence: Silence, clock: Clock) => string;
/** The same of one that the service refuses for now. */
export declare const refusedText: ({ code, message }: RefusalForNow, silence: Silence, clock: Clock) => string;
