import type { BlockPlace, BlockScreen, Bounds, RecordShape } from '../../rows/record.ts';
import { BEFORE, FACT_WORDS, type Facts, LINE, NEXT, START } from '../facts.ts';
import type { Rule } from '../rules.ts';
import { type Areas, COLUMNS_MAX, makeAreas, ROWS_MAX } from './areas.ts';
import { compiledScreen, type ScreenExports, screenIn } from './engine.ts';
import { writePlan } from './plan.ts';

/** What one thread needs to screen records. */
export type ScreenThread = { readonly areas: Areas; readonly exports: ScreenExports };

const FORMATS = { csv: 0, lines: 1, array: 2 } as const;
/** Words of the tally of one column: cells with a value, bytes of the shortest and of the longest, cells by form of time. */
export const TALLY_WORDS = 16;
export const TALLY_TIMES = 3;
const NAME_BYTES = 64;
const NAME_TEXT_MAX = 48;

/** Compiles the screen and gives it memory; undefined where that cannot be had. */
export function openThread(): ScreenThread | undefined {
  const compiled = compiledScreen();
  const areas = compiled && makeAreas();
  return areas && { areas, exports: screenIn(compiled, areas.memory) };
}

/** What becomes of proved records. */
export interface ProofSink {
  /** The names of the columns, in the order of a record's cells; more may be added between two records. */
  readonly names: readonly string[];
  /** The rules for these columns; undefined if no record can be proved. */
  plan(): ScreenPlan | undefined;
  /** Takes the record of the current facts; false if it does not fit the rows before it. */
  accept(): boolean;
  /** Gets the counts of proved records, TALLY_WORDS for each column. */
  count(records: number, tally: Uint32Array): void;
}

/** The rules of a file's records. */
type ScreenPlan = {
  readonly entity: string;
  readonly rules: readonly Rule[];
  readonly carries: ReadonlySet<string>;
};

/** Proves the records of one file with WebAssembly, thousands at once. */
export class WasmScreen implements BlockScreen {
  readonly room: Buffer;
  isCounted = false;
  readonly #areas: Areas;
  readonly #exports: ScreenExports;
  readonly #facts: Facts;
  readonly #sink: ProofSink;
  #shape: RecordShape | undefined;
  /** Columns for which the plan is; 0 before there is one. */
  #columns = 0;
  #file = 0;
  /** The bytes that are being read, and the address of the first one. */
  #bytes: Buffer;
  #base = 0;
  /** The offset of that byte in the text. */
  #byte = 0;
  #proved = 0;

  constructor({ areas, exports }: ScreenThread, facts: Facts, sink: ProofSink) {
    this.#areas = areas;
    this.#exports = exports;
    this.#facts = facts;
    this.#sink = sink;
    this.room = areas.bytes.subarray(areas.room, areas.room + areas.roomBytes);
    this.#bytes = this.room;
    const { scratch, cells } = areas.main;
    exports.useMemory(areas.masks, areas.urlSafe, areas.idClass, scratch, cells);
  }

  begins(shape: RecordShape, file: number): boolean {
    this.#shape = shape;
    this.#file = file;
    this.#columns = 0;
    return this.#isReady();
  }

  /** Whether there is a plan for the columns that are known now. */
  #isReady(): boolean {
    const { names } = this.#sink;
    if (this.#columns === names.length) return true;
    const { plan: place, main, bytes, words } = this.#areas;
    const plan = names.length <= COLUMNS_MAX ? this.#sink.plan() : undefined;
    const area = { bytes, words, at: place.at, length: place.bytes, cells: main.cells };
    const written = plan && writePlan(plan.entity, plan.rules, plan.carries, area);
    const shape = this.#shape;
    if (!written || !shape || (shape.kind === 'csv' && shape.columns !== names.length)) return false;
    this.#columns = names.length;
    const exports = this.#exports;
    exports.usePlan(written.checks, written.count, written.lost, main.tally, names.length);
    exports.useFormat(FORMATS[shape.kind]);
    if (shape.kind === 'csv') exports.useCsv(shape.delimiter.charCodeAt(0), shape.columns);
    else {
      this.#writeNames(names);
      exports.useJson(this.#areas.names, names.length, shape.kind === 'array');
    }
    return true;
  }

  #writeNames(names: readonly string[]): void {
    const { bytes, names: at } = this.#areas;
    for (const [index, name] of names.entries()) {
      const entry = bytes.subarray(at + index * NAME_BYTES, at + (index + 1) * NAME_BYTES).fill(0);
      const text = Buffer.from(`"${name}"`);
      // A name that needs an escape, or is long, is never matched.
      if (text.length > NAME_TEXT_MAX || JSON.stringify(name) !== `"${name}"`) continue;
      entry.writeUInt32LE(text.length);
      entry.set(text, 16);
    }
  }

  proves(bytes: Buffer, { at, byte }: BlockPlace, bound: number): number {
    this.#proved = 0;
    if (bytes.buffer !== this.room.buffer || !this.#isReady()) return 0;
    const { rows, words, main } = this.#areas;
    const columns = this.#columns;
    const tally = words.subarray(main.tally / 4, main.tally / 4 + columns * TALLY_WORDS).fill(0);
    for (let column = 0; column < columns; column++) tally[column * TALLY_WORDS + 1] = 0xffff_ffff;
    this.#bytes = bytes;
    this.#base = bytes.byteOffset;
    this.#byte = byte - at;
    this.#proved = this.#exports.screen(this.#base + at, this.#base + bound, rows, ROWS_MAX);
    if (this.#proved > 0) this.#sink.count(this.#proved, tally);
    return this.#proved;
  }

  takes(from: number, { at, line }: BlockPlace): number {
    const { words, rows } = this.#areas;
    const facts = this.#facts;
    const last = rows / 4 + this.#proved * FACT_WORDS;
    let row = rows / 4 + from * FACT_WORDS;
    let place = at + this.#base;
    facts.words = words;
    facts.file = this.#file;
    facts.firstLine = line - (words[row + LINE] as number) + ((words[row + BEFORE] as number) & 0xffff);
    facts.firstByte = this.#byte - this.#base;
    for (; row < last; row += FACT_WORDS) {
      if ((words[row + START] as number) - ((words[row + BEFORE] as number) >>> 16) !== place) break;
      facts.at = row;
      if (!this.#sink.accept()) break;
      place = words[row + NEXT] as number;
    }
    return (row - rows / 4) / FACT_WORDS;
  }

  beginOf(index: number): number {
    return this.#word(index, START) - (this.#word(index, BEFORE) >>> 16) - this.#base;
  }

  endOf(index: number): number {
    return this.#word(index, NEXT) - this.#base;
  }

  lineAfter(index: number): number {
    const from = this.#word(index, START) - this.#base;
    return this.#facts.firstLine + this.#word(index, LINE) + lineEndsIn(this.#bytes, from, this.endOf(index));
  }

  /** The cells of the record of the current facts. */
  bounds(): Bounds | undefined {
    const { words, at } = this.#facts;
    const [from, end] = [words[at + START] as number, words[at + NEXT] as number];
    return this.#shape?.bounds(from - this.#base, end - this.#base);
  }

  #word(index: number, word: number): number {
    return this.#areas.words[this.#areas.rows / 4 + index * FACT_WORDS + word] as number;
  }
}

/** Line ends (LF, CR LF, CR) between two indices. */
function lineEndsIn(bytes: Buffer, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++)
    if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) count++;
  return count;
}
