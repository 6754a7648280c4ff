/** Time as the tool sees it. A simulation passes one whose time is virtual. */
export interface Clock {
    /** Wall-clock time, epoch milliseconds; may jump. */
    now(): number;
    /** Milliseconds from an arbitrary start; never goes back. */
    elapsed(): number;
    /**
     * Resolves after `ms` milliseconds, at most 2 ** 31 - 1.
     * @throws the reason of the signal, if that is aborted before
     */
    sleep(ms: number, signal?: AbortSignal): Promise<void>;
    /** Calls `work` once, after `ms` milliseconds; disposing of it before prevents that. */
    after(ms: number, work: () => void): Disposable;
    /** Calls `work` every `ms` milliseconds until it is disposed of. It does not keep the process alive. */
    every(ms: number, work: () => void): Disposable;
}
/** The time of this machine. */
export declare const realClock: Clock;
/** Does what `Clock.sleep` does, with the timers of a clock. */
export declare function sleepWith(after: Clock['after'], ms: number, signal?: AbortSignal): Promise<void>;
