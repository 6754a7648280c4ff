import { RunError } from '../errors/run-error.ts';
import { type Limiter, type Sharing } from '../service/transport/limiter.ts';
import { type Transport, type TransportEvent } from '../service/transport/transport.ts';
import type { Clock } from '../system/clock.ts';
import type { System } from '../system/system.ts';
import type { Connection } from './connect.ts';
/** The requests of a command. */
export type OpenTransport = AsyncDisposable & {
    readonly transport: Transport;
    /** Starts no more requests until it is called with `false`; those under way end, and none of them fails by it. */
    readonly pause: (isPaused: boolean) => void;
    readonly allowed: Limiter['allowed'];
};
/**
 * Composes the layers for a target: auth → retry → stop on refusal → limit → deadline → observe → silence → service time → http.
 * @param deadlineMs for one attempt, from its start to the last byte of the answer, at most
 * @param answered whether the service has answered an earlier run: an outage at the start is then waited for like any other
 */
export declare function openTransport(connection: Connection, deadlineMs: number, onEvent: (event: TransportEvent) => void, system: System, answered?: boolean): OpenTransport;
/**
 * Opens the way in which this process shares the rate limits of an app with others that send to it. A file beside the states that cannot be made
 * is no reason not to send: then this process is alone with its limits, and says so.
 */
export declare function shareLimits({ sharedAs }: Connection, onEvent: (event: TransportEvent) => void, system: System): Sharing | undefined;
/** Signal that ends the writing of rows early; disposing of it stops its timer. */
export type StopSignal = Disposable & {
    /** Aborts on an interrupt, if the target has ended, after the allowed time, and on `abort`. */
    readonly signal: AbortSignal;
    /** Ends the work with this error. */
    readonly abort: (reason: RunError) => void;
};
/** Aborts on an interrupt, or if the target has ended. */
export declare const untilLost: (interrupted: AbortSignal, { lost }: Connection) => AbortSignal;
/**
 * Combines all that can end the writing of rows early.
 * @param maxDurationMs the time after which it aborts with `RUN.MAX_DURATION`; undefined for no limit
 */
export declare function stopSignal(interrupted: AbortSignal, connection: Connection, maxDurationMs: number | undefined, clock: Clock): StopSignal;
