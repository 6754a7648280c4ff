import type { BufferedFile } from '../../../../files/buffered-file.ts';
import type { KeptBytes } from '../../../../files/state/state-store.ts';

/** Rows of one shard that stand next to each other in one file. */
export type RowRun = {
  /** The number of the first row among the data rows of its file, from 1, and how many there are. */
  readonly row: number;
  readonly rows: number;
  /** Its physical line, from 1, and how many lines they have. */
  readonly line: number;
  readonly lines: number;
  /** Its offset, and how many bytes they have, what stands between them among these. */
  readonly byte: number;
  readonly bytes: number;
};

/** Place of the runs of one file among those of a shard. */
export type RunSection = {
  readonly from: number;
  readonly bytes: number;
  readonly runs: number;
  readonly rows: number;
  /** The number of the last row; 0 if there is none. */
  readonly last: number;
};

/** The place behind a run. */
type End = { row: number; line: number; byte: number };

const beginning = (): End => ({ row: 1, line: 1, byte: 0 });

/** Writes the runs of a shard, each as its distance from the one before and its size: some six bytes. */
export class RunWriter {
  readonly #file: BufferedFile;
  readonly #number = Buffer.alloc(NUMBER_BYTES_MAX);
  #end = beginning();
  #from = 0;
  #runs = 0;
  #rows = 0;

  constructor(file: BufferedFile) {
    this.#file = file;
  }

  add({ row, rows, line, lines, byte, bytes }: RowRun): void {
    for (const number of [
      row - this.#end.row,
      rows,
      line - this.#end.line,
      lines,
      byte - this.#end.byte,
      bytes,
    ])
      this.#write(number);
    this.#end = { row: row + rows, line: line + lines, byte: byte + bytes };
    this.#runs++;
    this.#rows += rows;
  }

  /** Ends the runs of a file; those of the next one follow. */
  endSection(): RunSection {
    const [from, { length }] = [this.#from, this.#file];
    const last = this.#runs === 0 ? 0 : this.#end.row - 1;
    const section = { from, bytes: length - from, runs: this.#runs, rows: this.#rows, last };
    this.#from = length;
    this.#end = beginning();
    this.#runs = 0;
    this.#rows = 0;
    return section;
  }

  #write(number: number): void {
    let rest = number;
    let length = 0;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.#number[length++] = (rest & 0x7f) | 0x80;
    this.#number[length++] = rest;
    this.#file.add(this.#number, 0, length);
  }
}

/** Bytes of a number below 2^53, seven bits each. */
const NUMBER_BYTES_MAX = 8;
const RUN_BYTES_MAX = 6 * NUMBER_BYTES_MAX;

/** A run, and where its rows stand among those of the shard alone. */
export type OwnRun = RowRun & {
  /** Rows, lines and bytes of the section before it. */
  readonly ownRow: number;
  readonly ownLine: number;
  readonly ownByte: number;
};

/** So many runs are decoded together when one of them is looked for. */
const BLOCK_RUNS = 1_024;

/** Beginning of a block of runs. */
type Point = {
  readonly at: number;
  readonly end: Readonly<End>;
  readonly ownRow: number;
  readonly ownLine: number;
  readonly ownByte: number;
};

/** The runs of one file, on disk; one block of them is in memory. */
export class RunTable {
  readonly #kept: KeptBytes;
  readonly section: RunSection;
  readonly #points: Point[] = [];
  #block: readonly OwnRun[] = [];
  #blockAt = -1;

  /** @param kept the runs of the shard, open as long as this is used */
  constructor(kept: KeptBytes, section: RunSection) {
    this.#kept = kept;
    this.section = section;
    let point: Point = { at: section.from, end: beginning(), ownRow: 0, ownLine: 0, ownByte: 0 };
    for (let left = section.runs; left > 0; left -= BLOCK_RUNS) {
      this.#points.push(point);
      point = this.#decode(point, Math.min(BLOCK_RUNS, left)).after;
    }
  }

  /** All runs, in order. */
  *[Symbol.iterator](): Generator<OwnRun> {
    for (let at = 0; at < this.#points.length; at++) yield* this.#blockOf(at);
  }

  /** The number of the last row. */
  get last(): number {
    return this.section.last;
  }

  /** True if a row of the file, by its number, is one of the shard. */
  has(row: number): boolean {
    const found = this.#find(
      row,
      ({ end }) => end.row,
      (run) => run.row,
    );
    return found !== undefined && row < found.row + found.rows;
  }

  /** The run that has a line of the section alone, from 1. */
  runAt(ownLine: number): OwnRun | undefined {
    return this.#find(
      ownLine - 1,
      (point) => point.ownLine,
      (run) => run.ownLine,
    );
  }

  /** The last run that begins at a place or before it. */
  #find(
    place: number,
    ofPoint: (point: Point) => number,
    ofRun: (run: OwnRun) => number,
  ): OwnRun | undefined {
    const block = lastUpTo(this.#points, place, ofPoint);
    if (block < 0) return undefined;
    const runs = this.#blockOf(block);
    const at = lastUpTo(runs, place, ofRun);
    // Before the first run of the block, the place is in no run, or behind the last one of the block before.
    if (at >= 0) return runs[at];
    return block === 0 ? undefined : this.#blockOf(block - 1).at(-1);
  }

  #blockOf(at: number): readonly OwnRun[] {
    if (at === this.#blockAt) return this.#block;
    const left = this.section.runs - at * BLOCK_RUNS;
    this.#block = this.#decode(this.#points[at] as Point, Math.min(BLOCK_RUNS, left)).runs;
    this.#blockAt = at;
    return this.#block;
  }

  #decode(from: Point, count: number): { readonly runs: readonly OwnRun[]; readonly after: Point } {
    const room = this.section.from + this.section.bytes - from.at;
    const bytes = Buffer.allocUnsafe(Math.min(count * RUN_BYTES_MAX, room));
    if (this.#kept.read(bytes, from.at) < bytes.length)
      throw new RangeError('the index of shards is cut off');
    let at = 0;
    const next = (): number => {
      let [value, factor] = [0, 1];
      for (;;) {
        const byte = bytes[at++] as number;
        value += (byte & 0x7f) * factor;
        if (byte < 0x80) return value;
        factor *= 0x80;
      }
    };
    const end = { ...from.end };
    let { ownRow, ownLine, ownByte } = from;
    const runs = Array.from({ length: count }, () => {
      const row = end.row + next();
      const rows = next();
      const line = end.line + next();
      const lines = next();
      const byte = end.byte + next();
      const run = { row, rows, line, lines, byte, bytes: next(), ownRow, ownLine, ownByte };
      end.row = row + rows;
      end.line = line + lines;
      end.byte = byte + run.bytes;
      ownRow += rows;
      ownLine += lines;
      ownByte += run.bytes;
      return run;
    });
    return { runs, after: { at: from.at + at, end, ownRow, ownLine, ownByte } };
  }
}

/** The index of the last element whose place is not behind another one; -1 if there is none. */
function lastUpTo<T>(all: readonly T[], place: number, placeOf: (one: T) => number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (placeOf(all[middle] as T) <= place) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
