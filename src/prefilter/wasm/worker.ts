// A thread that screens the blocks of a file ahead.
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { BlockScreener } from './block-screener.ts';
import { BUSY, CLAIMED, DONE, type Job, READY, READY_WORDS, STOPPED, type ThreadStart } from './calls.ts';

const screener = new BlockScreener(workerData as ThreadStart);

parentPort?.on('message', (job: Job | undefined) => {
  if (job) screenFile(job);
  else parentPort?.close();
});

function screenFile(job: Job): void {
  const file = openSync(job.path, 'r');
  try {
    for (let block = claimed(job); block >= 0; block = claimed(job)) {
      try {
        screener.finish(job, block, readBlock(file, job, block));
      } finally {
        rest(job);
      }
      Atomics.notify(job.control, READY + (block % job.areas.length) * READY_WORDS);
    }
  } finally {
    closeSync(file);
  }
}

function rest({ control }: Job): void {
  Atomics.sub(control, BUSY, 1);
  Atomics.notify(control, BUSY);
}

/** The next block, once there is an area for it; -1 at the end. */
function claimed(job: Job): number {
  const { control, from, bytes: end, areas, blockBytes } = job;
  const block = Atomics.add(control, CLAIMED, 1);
  if (from + block * blockBytes >= end) return -1;
  for (;;) {
    const done = Atomics.load(control, DONE);
    if (block - done < areas.length) break;
    if (Atomics.load(control, STOPPED) === 1) return -1;
    Atomics.wait(control, DONE, done);
  }
  Atomics.add(control, BUSY, 1);
  // Asked for after that: who stops a job waits for those at work, and then uses the areas for another one.
  if (Atomics.load(control, STOPPED) === 0) return block;
  rest(job);
  return -1;
}

/** Reads a block; false if the file has become shorter. */
function readBlock(file: number, job: Job, block: number): boolean {
  const { at, room } = screener.roomOf(job, block);
  for (let read = 0; read < room.length; ) {
    const count = readSync(file, room, read, room.length - read, at + read);
    if (count === 0) return false;
    read += count;
  }
  return true;
}
