import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { BlocksAhead } from '../../input/rows/record.ts';
import type { Areas, BlockArea, ThreadArea } from './areas.ts';
import { BlockScreener } from './block-screener.ts';
import {
  BUSY,
  CLAIMED,
  DONE,
  type Job,
  READY,
  READY_WORDS,
  ROWS,
  type ScreenCalls,
  STOPPED,
  TEXT_FROM,
  type ThreadStart,
} from './calls.ts';
import type { CompiledScreen } from './engine.ts';

/** Smaller files are read before a thread has started. */
const FILE_BYTES_MIN = 8 << 20;
const WAIT_MS = 50;
/** Blocks after which others may do something: a signal wants to be heard. */
const BLOCKS_AT_ONCE = 8;

/** A block that another thread has screened. */
export type ScreenedBlock = BlockArea & {
  /** Offset of the block in the file. */
  readonly byte: number;
  readonly count: number;
  /** Its bytes, and those of them from which on it is UTF-8 up to its last line end; that is sure if there are rows. */
  readonly length: number;
  readonly textFrom: number;
  /** Columns whose counts there are. */
  readonly columns: number;
};

/** Reads the blocks of a file in order, while other threads, if there are any, screen those that follow. */
export class ReadAhead implements BlocksAhead {
  /** The block last read, if another thread has screened it. */
  screened: ScreenedBlock | undefined;
  readonly #areas: Areas;
  readonly #compiled: CompiledScreen;
  #workers: Worker[] | undefined;
  #hasFailed = false;
  /** Screens while the main thread would have to wait for another one. */
  #screener: BlockScreener | undefined;
  #job: Omit<Job, 'calls'> | undefined;
  /** The job of the main thread; undefined until there are calls. */
  #own: Job | undefined;
  #read: (room: Buffer, at: number) => Promise<number> = async () => 0;
  /** Columns that the other threads know; 0 before they do. */
  #columns = 0;
  #block = 0;
  /** The bytes of the next block, where the main thread reads alone. */
  #following: Promise<number> | undefined;

  constructor(areas: Areas, compiled: CompiledScreen) {
    this.#areas = areas;
    this.#compiled = compiled;
  }

  /** Starts the threads if a file is large, so that they are ready when it comes. */
  startFor(fileBytes: readonly number[]): void {
    if (fileBytes.some((bytes) => bytes >= FILE_BYTES_MIN)) this.#start();
  }

  #start(): void {
    const name = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js';
    this.#workers ??= this.#areas.others.map((area) => {
      const workerData = this.#startOf(area);
      const worker = new Worker(new URL(name, import.meta.url), { workerData });
      worker.unref();
      // The main thread then reads alone.
      worker.on('error', () => {
        this.#hasFailed = true;
      });
      return worker;
    });
  }

  #startOf({ scratch, cells }: ThreadArea): ThreadStart {
    const { memory, masks, urlSafe, idClass } = this.#areas;
    return { compiled: this.#compiled, memory, masks, urlSafe, idClass, scratch, cells };
  }

  begin(
    path: string,
    from: number,
    bytes: number,
    read: (room: Buffer, at: number) => Promise<number>,
  ): boolean {
    if (bytes - from < FILE_BYTES_MIN || this.#hasFailed) return false;
    this.#start();
    const areas = this.#areas.blocks;
    const control = new Int32Array(new SharedArrayBuffer((READY + areas.length * READY_WORDS) * 4));
    this.#job = { path, from, bytes, areas, blockBytes: this.#areas.blockBytes, control };
    this.#own = undefined;
    this.#read = read;
    this.#columns = 0;
    this.#block = 0;
    return true;
  }

  /** True if a file has begun of which the other threads do not know. */
  get isWaiting(): boolean {
    return this.#job !== undefined && this.#columns === 0 && this.#areas.others.length > 0;
  }

  /** Tells the other threads how to screen the file. */
  share(callsFor: (area: ThreadArea) => ScreenCalls | undefined): void {
    for (const [index, worker] of (this.#workers ?? []).entries()) {
      const calls = callsFor(this.#areas.others[index] as ThreadArea);
      if (!calls) continue;
      this.#columns = calls.columns;
      worker.postMessage({ ...this.#job, calls });
    }
    const calls = callsFor(this.#areas.mainAhead);
    if (calls) this.#own = { ...(this.#job as Omit<Job, 'calls'>), calls };
  }

  async next(): Promise<Buffer> {
    const { areas, control } = this.#job as Job;
    this.screened = undefined;
    const block = this.#block++;
    // The rest of the block before is still read.
    Atomics.store(control, DONE, Math.max(0, block - 1));
    Atomics.notify(control, DONE);
    if (block % BLOCKS_AT_ONCE === 0) await setImmediate();
    const { area, byte, room } = this.#placeOf(block);
    const isOurs = Atomics.compareExchange(control, CLAIMED, block, block + 1) === block;
    if (!isOurs && room.length > 0 && (await this.#isReady(block))) {
      const ready = READY + (block % areas.length) * READY_WORDS;
      this.screened = {
        ...area,
        byte,
        length: room.length,
        count: Atomics.load(control, ready + ROWS),
        textFrom: Atomics.load(control, ready + TEXT_FROM),
        columns: this.#columns,
      };
      return room;
    }
    const length = await (this.#following ?? this.#read(room, byte));
    this.#following = this.#areas.others.length === 0 && length > 0 ? this.#readOn(block + 1) : undefined;
    return room.subarray(0, length);
  }

  #placeOf(block: number): { readonly area: BlockArea; readonly byte: number; readonly room: Buffer } {
    const { from, bytes, areas, blockBytes } = this.#job as Job;
    const byte = from + block * blockBytes;
    const area = areas[block % areas.length] as BlockArea;
    const length = Math.max(0, Math.min(blockBytes, bytes - byte));
    return { area, byte, room: this.#areas.bytes.subarray(area.bytes, area.bytes + length) };
  }

  /** Reads the next block while this one is parsed. */
  #readOn(block: number): Promise<number> {
    const { room, byte } = this.#placeOf(block);
    const following = this.#read(room, byte);
    // Its error is that of the next block, if one is asked for.
    following.catch(() => undefined);
    return following;
  }

  /** Waits until another thread has screened a block; false if it never will. */
  async #isReady(block: number): Promise<boolean> {
    const { control, areas } = this.#job as Job;
    const ready = READY + (block % areas.length) * READY_WORDS;
    for (;;) {
      const found = Atomics.load(control, ready);
      if (found === block + 1) return true;
      if (this.#hasFailed) return false;
      if (await this.#screenNext()) continue;
      if (Atomics.wait(control, ready, found, WAIT_MS) === 'timed-out') await setImmediate();
    }
  }

  /** Screens the next block that nobody has; false if there is none, or no room for it. */
  async #screenNext(): Promise<boolean> {
    const job = this.#own;
    if (!job) return false;
    const { control, from, bytes, areas, blockBytes } = job;
    const block = Atomics.load(control, CLAIMED);
    if (from + block * blockBytes >= bytes || block - Atomics.load(control, DONE) >= areas.length)
      return false;
    if (Atomics.compareExchange(control, CLAIMED, block, block + 1) !== block) return false;
    this.#screener ??= new BlockScreener(this.#startOf(this.#areas.mainAhead));
    const { at, room } = this.#screener.roomOf(job, block);
    this.#screener.finish(job, block, (await this.#read(room, at)) === room.length);
    return true;
  }

  async end(): Promise<void> {
    const { control } = this.#job as Job;
    // No file is closed while it is read.
    await this.#following?.catch(() => undefined);
    this.#following = undefined;
    Atomics.store(control, STOPPED, 1);
    Atomics.notify(control, DONE);
    // Its areas are those of the next file.
    for (;;) {
      const busy = Atomics.load(control, BUSY);
      if (busy === 0 || this.#hasFailed) break;
      if (Atomics.wait(control, BUSY, busy, WAIT_MS) === 'timed-out') await setImmediate();
    }
    this.#job = undefined;
    this.screened = undefined;
  }

  /** Ends the threads. */
  [Symbol.dispose](): void {
    for (const worker of this.#workers ?? []) worker.postMessage(undefined);
  }
}
