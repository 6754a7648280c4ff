import type { EventOf } from '../../report/events/event-schema.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
/** Why nothing goes on at the moment. */
export type Waiting = NonNullable<EventOf<'progress'>['waiting']>;
/** So long nothing may have succeeded until the service counts as not answering. */
export declare const NO_ANSWER_MS = 10000;
/** Watches how the service answers: whether requests are under way, held back or failing, and since when. */
export declare class AnswerWatch {
    #private;
    sent: number;
    succeeded: number;
    /** Requests of each rate class that were answered and not refused, also those that read. */
    readonly answered: Record<string, number>;
    retried: number;
    lastError: {
        readonly at: string;
        readonly message: string;
    } | undefined;
    constructor(clock: Clock);
    observe(event: TransportEvent): void;
    /** True if a person has paused the requests. */
    get isPaused(): boolean;
    /** The time that requests are held back from now, because the service asked for it; 0 if they are not. */
    get holdMs(): number;
    /**
     * Why nothing goes on now; undefined if it does.
     * @param isLimited whether there is a rate limit
     */
    waiting(isLimited: boolean): Waiting | undefined;
}
