/** Data that the watching thread starts with. */
export type Watched = {
    /** Grows as long as the main thread takes its turns. */
    readonly beats: Int32Array<SharedArrayBuffer>;
    readonly signals: readonly NodeJS.Signals[];
};
/** The signals that a program answers, and what sets the listeners that are missing. */
type Answered = {
    readonly signals: Watched['signals'];
    readonly listen: () => void;
};
/** Listens to signals, now and whenever the main thread goes on after it stood. */
export declare function answerSignals(signals: Answered['signals'], listen: () => void): void;
/**
 * Lets signals end this process while its main thread stands, in a loop that never ends: a listener of JavaScript would be called
 * at the end of the loop. Another thread then takes the listeners away, and a signal does what it does in a program without
 * any; they are back as soon as the main thread goes on. It takes some 12 MB and a few open files, so only a process with code
 * of the user, or with a file that nobody has seen, has one. Does nothing in a program that answers no signals.
 */
export declare function watchStanding(): void;
export {};
