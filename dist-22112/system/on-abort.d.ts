/**
 * Calls `work` once when a signal is aborted, at once if it is already, until it is disposed of. A signal that is made of
 * others (`AbortSignal.any`) stays in memory as long as one of those and somebody who listens to it, with all that the
 * listener knows: who listens to what lives longer has to end it.
 */
export declare function onAbort(signal: AbortSignal, work: () => void): Disposable;
/** Resolves once a signal is aborted. */
export declare const untilAborted: (signal: AbortSignal) => Promise<void>;
