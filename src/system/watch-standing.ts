import { Worker } from 'node:worker_threads';

/** Data that the watching thread starts with. */
export type Watched = {
  /** Grows as long as the main thread takes its turns. */
  readonly beats: Int32Array<SharedArrayBuffer>;
  readonly signals: readonly NodeJS.Signals[];
};

const BEAT_MS = 500;
/**
 * Lets signals end this process while its main thread stands, in a loop that never ends: a listener of JavaScript would be called
 * at the end of the loop. Another thread then takes the listeners away, and a signal does what it does in a program without
 * any. `listen` sets those that are missing; it is called as soon as the main thread goes on.
 */
export function watchStanding(signals: Watched['signals'], listen: () => void): void {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  const name = import.meta.url.endsWith('.ts') ? './watch-thread.ts' : './watch-thread.js';
  const workerData: Watched = { beats, signals };
  try {
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
