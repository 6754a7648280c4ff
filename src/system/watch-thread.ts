import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';
import type { Watched } from './watch-standing.ts';

/** The thread of `watchStanding`. */

const LOOK_MS = 1_000;
/** Looks without a beat after which the main thread stands. Nothing that is meant to be takes so long. */
const LOOKS = 5;

const { beats, signals } = workerData as Watched;
let seen = 0;
let looks = 0;
setInterval(() => {
  const beat = Atomics.load(beats, 0);
  looks = beat === seen ? looks + 1 : 0;
  seen = beat;
  if (looks === LOOKS) dropListeners();
}, LOOK_MS);

/** The engine does what a debugger says in the middle of a loop, also in one of a regular expression. */
function dropListeners(): void {
  const session = new Session();
  session.connectToMainThread();
  const expression = `for (const name of ${JSON.stringify(signals)}) process.removeAllListeners(name)`;
  session.post('Runtime.evaluate', { expression }, () => session.disconnect());
}
