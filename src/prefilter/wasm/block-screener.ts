import { isUtf8 } from 'node:buffer';
import { BLOCK_ROWS_MAX, type BlockArea } from './areas.ts';
import {
  type Job,
  lastByteOf,
  READY,
  READY_WORDS,
  ROWS,
  TEXT_FROM,
  type ThreadStart,
  tallyAt,
  useCalls,
} from './calls.ts';
import { type ScreenExports, screenIn } from './engine.ts';

/** Screens blocks of a file in one thread. It keeps nothing of them: the reader of the file decides what becomes of a row, in order. */
export class BlockScreener {
  readonly #exports: ScreenExports;
  readonly #bytes: Buffer;
  readonly #words: Uint32Array;

  constructor({ compiled, memory, masks, urlSafe, idClass, scratch, cells }: ThreadStart) {
    this.#exports = screenIn(compiled, memory);
    this.#exports.useMemory(masks, urlSafe, idClass, scratch, cells);
    this.#bytes = Buffer.from(memory.buffer);
    this.#words = new Uint32Array(memory.buffer);
  }

  /** The place for the bytes of a block. */
  roomOf(
    { from, bytes: end, blockBytes, areas }: Job,
    block: number,
  ): { readonly at: number; readonly room: Buffer } {
    const at = from + block * blockBytes;
    const { bytes } = areas[block % areas.length] as BlockArea;
    return { at, room: this.#bytes.subarray(bytes, bytes + Math.min(blockBytes, end - at)) };
  }

  /**
   * Screens the records of a block that are whole, and says that it is ready.
   * @param isRead false if the file has become shorter, which its reader notices: no row is ready then
   */
  finish(job: Job, block: number, isRead: boolean): void {
    const { control, areas } = job;
    const ready = READY + (block % areas.length) * READY_WORDS;
    Atomics.store(control, ready + ROWS, isRead ? this.#screen(job, block, ready) : 0);
    Atomics.store(control, ready, block + 1);
  }

  #screen(job: Job, block: number, ready: number): number {
    const { calls, areas, control } = job;
    const area = areas[block % areas.length] as BlockArea;
    const { room } = this.roomOf(job, block);
    const bound = area.bytes + room.lastIndexOf(lastByteOf(calls)) + 1;
    useCalls(this.#exports, calls, area.tally);
    tallyAt(this.#words, area.tally, calls.columns);
    const start = block === 0 ? area.bytes : this.#exports.guess(area.bytes, bound);
    if (!isUtf8(this.#bytes.subarray(start, bound))) return 0;
    Atomics.store(control, ready + TEXT_FROM, start - area.bytes);
    return this.#exports.screen(start, bound, area.rows, BLOCK_ROWS_MAX, 0);
  }
}
