import type { BlockArea } from './areas.ts';
import type { ScreenCalls } from './calls.ts';
import type { CompiledScreen, SharedMemory } from './engine.ts';

/** The data that a thread is started with. */
export type ThreadStart = {
  readonly compiled: CompiledScreen;
  readonly memory: SharedMemory;
  readonly masks: number;
  readonly urlSafe: number;
  readonly idClass: number;
  readonly scratch: number;
  readonly cells: number;
};

/** A file whose blocks are screened ahead. */
export type Job = {
  readonly path: string;
  /** Offset of the first record, and of the end. */
  readonly from: number;
  readonly bytes: number;
  readonly blockBytes: number;
  readonly calls: ScreenCalls;
  readonly areas: readonly BlockArea[];
  /** Shared: see the places below. */
  readonly control: Int32Array;
};

/** Places in the control of a job: the next block that nobody has, blocks whose areas are free, threads at work, the end. */
export const CLAIMED = 0;
export const DONE = 1;
export const BUSY = 2;
export const STOPPED = 3;
/** From here on, for each area: the number of the block that is ready in it and 1, its rows, and from where on it is UTF-8. */
export const READY = 16;
export const READY_WORDS = 4;
export const ROWS = 1;
export const TEXT_FROM = 2;
