// A thread that screens the blocks of a file ahead. It keeps nothing of what it reads: the main thread decides what
// becomes of a row, in the order of the file.
import { isUtf8 } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { BLOCK_ROWS_MAX, type BlockArea } from './areas.ts';
import {
  BUSY,
  CLAIMED,
  DONE,
  type Job,
  lastByteOf,
  READY,
  READY_WORDS,
  ROWS,
  STOPPED,
  TEXT_FROM,
  type ThreadStart,
  tallyAt,
  useCalls,
} from './calls.ts';
import { screenIn } from './engine.ts';

const { compiled, memory, masks, urlSafe, idClass, scratch, cells } = workerData as ThreadStart;
const exports = screenIn(compiled, memory);
exports.useMemory(masks, urlSafe, idClass, scratch, cells);
const bytes = Buffer.from(memory.buffer);
const words = new Uint32Array(memory.buffer);

parentPort?.on('message', (job: Job | undefined) => {
  if (job) screenFile(job);
  else parentPort?.close();
});

function screenFile(job: Job): void {
  const file = openSync(job.path, 'r');
  try {
    for (let block = claimed(job); block >= 0; block = claimed(job)) {
      const slot = block % job.areas.length;
      const ready = READY + slot * READY_WORDS;
      try {
        const rows = screenBlock(file, job, block, job.areas[slot] as BlockArea);
        Atomics.store(job.control, ready + ROWS, rows);
        Atomics.store(job.control, ready, block + 1);
      } finally {
        rest(job);
      }
      Atomics.notify(job.control, ready);
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

/** Reads a block and screens the records in it that are whole; returns the number of rows. */
function screenBlock(
  file: number,
  { from, bytes: end, blockBytes, calls, areas, control }: Job,
  block: number,
  area: BlockArea,
): number {
  const at = from + block * blockBytes;
  const length = Math.min(blockBytes, end - at);
  const room = bytes.subarray(area.bytes, area.bytes + length);
  for (let read = 0; read < length; ) {
    const count = readSync(file, room, read, length - read, at + read);
    // Who reads the file in order notices that it became shorter.
    if (count === 0) return 0;
    read += count;
  }
  const bound = area.bytes + room.lastIndexOf(lastByteOf(calls)) + 1;
  useCalls(exports, calls, area.tally);
  tallyAt(words, area.tally, calls.columns);
  const start = block === 0 ? area.bytes : exports.guess(area.bytes, bound);
  if (!isUtf8(bytes.subarray(start, bound))) return 0;
  Atomics.store(control, READY + (block % areas.length) * READY_WORDS + TEXT_FROM, start - area.bytes);
  return exports.screen(start, bound, area.rows, BLOCK_ROWS_MAX, 0);
}
