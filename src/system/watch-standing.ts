/** Data that the watching thread starts with. */
export type Watched = {
  /** Grows as long as the main thread takes its turns. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly signals: readonly NodeJS.Signals[];
};

/** The signals that a program answers, and what sets the listeners that are missing. */
type Answered = { readonly signals: Watched['signals']; readonly listen: () => void };

const BEAT_MS = 500;
let answered: Answered | undefined;
let isWatched = false;

/** Listens to signals, now and whenever the main thread goes on after it stood. */
export function answerSignals(signals: Answered['signals'], listen: () => void): void {
  answered = { signals, listen };
  listen();
}

/**
 * Lets signals end this process while its main thread stands, in a loop that never ends: a listener of JavaScript would be called
 * at the end of the loop. Another thread then takes the listeners away, and a signal does what it does in a program without
 * any; they are back as soon as the main thread goes on. It takes some 12 MB and a few open files, so only a process with code
 * of the user, or with a file that nobody has seen, has one. Does nothing in a program that answers no signals.
 */
export function watchStanding(): void {
  if (!answered || isWatched) return;
  isWatched = true;
  const { signals, listen } = answered;
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const name = import.meta.url.endsWith('.ts') ? './watch-thread.ts' : './watch-thread.js';
  const workerData: Watched = { beats, signals };
  try {
    // Most processes start without it.
    const { Worker } = process.getBuiltinModule('node:worker_threads');
    // Neither the secrets of the environment nor what is loaded before this program.
    const thread = new Worker(new URL(name, import.meta.url), { workerData, env: {}, execArgv: [] });
    thread.unref();
    // Without it, a signal waits for the end of the loop.
    thread.on('error', () => {});
  } catch {
    // A process that Node.js confines (--permission) may start no thread.
    return;
  }
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    listen();
  }, BEAT_MS).unref();
}
