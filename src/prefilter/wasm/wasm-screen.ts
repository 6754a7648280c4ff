import { isUtf8 } from 'node:buffer';
import type { EntityName } from '../../input/entities/entity.ts';
import type { BlockPlace, BlockScreen, BytePlace, RecordShape } from '../../input/rows/record.ts';
import type { KeyBuckets } from '../../keys/key-table.ts';
import { BEFORE, FACT_WORDS, type Facts, LINE, NEXT, START, TALLY_WORDS, type WriteSink } from '../facts.ts';
import type { Rule } from '../rules.ts';
import {
  type Areas,
  COLUMNS_MAX,
  FREE_BYTES,
  makeAreas,
  ROWS_MAX,
  type ThreadArea,
  WRITTEN_ROWS_MAX,
} from './areas.ts';
import { type KnownKeyTables, keysIn, knownTables, type ScreenCalls, tallyAt, useCalls } from './calls.ts';
import { compiledScreen, type ScreenExports, screenIn } from './engine.ts';
import { writePlan } from './plan.ts';
import { ReadAhead, type ScreenedBlock } from './read-ahead.ts';
import type { WriteRules } from './write-plan.ts';

/** A thread that screens records in blocks. */
export type ScreenThread = {
  readonly areas: Areas;
  readonly exports: ScreenExports;
  /** Reads blocks of large files, with the other threads if there are any. */
  readonly ahead: ReadAhead;
  /** A set of keys to which rows refer, where the screen can read it: see keysIn. */
  readonly keysIn: (most: number, before?: KeyBuckets, keyWords?: 1 | 2) => KeyBuckets;
  /** Takes such sets: see knownTables. */
  readonly know: (keys: Parameters<typeof knownTables>[1]) => KnownKeyTables | undefined;
};

const FORMATS = { csv: 0, lines: 1, array: 2, rows: 3 } as const;
const LF = 0x0a;
const CR = 0x0d;
const NAME_BYTES = 64;
const NAME_TEXT_MAX = 48;

/**
 * Compiles the screen and gives it memory; undefined where that cannot be had.
 * @param threads how many screen records, this one included
 * @param blockBytes how much one thread alone reads at once
 */
export function openThread(threads: number, blockBytes?: number): ScreenThread | undefined {
  const compiled = compiledScreen();
  const areas = compiled && makeAreas(threads - 1, blockBytes);
  if (!areas) return undefined;
  const exports = screenIn(compiled, areas.memory);
  return {
    areas,
    exports,
    ahead: new ReadAhead(areas, compiled),
    keysIn: (most, before, keyWords) => keysIn(areas, most, before, keyWords),
    know: (keys) => knownTables(areas, keys),
  };
}

/** The receiver of proved records. */
export interface ProofSink {
  /** The names of the columns, in the order of a record's cells; more may be added between two records. */
  readonly names: readonly string[];
  /** The rules for these columns; undefined if no record can be proved. */
  plan(): ScreenPlan | undefined;
  /**
   * Takes the record of the current facts; false if it does not fit the rows before it.
   * @param index its place among those that were proved together
   * @param row its number in the file
   */
  accept(index: number, row: number): boolean;
  /**
   * Takes many records at once, the first of which follows the one before it: absent where there is no quick way.
   * @param row the first word of its facts
   * @param last the end of those of the last record
   * @returns the first word of the first record that `accept` has to take, or that does not follow the one before it
   */
  readonly acceptMany?: ((row: number, last: number) => number) | undefined;
  /** Gets the counts of proved records, TALLY_WORDS for each column; not called for records that are written. */
  count(records: number, tally: Uint32Array): void;
  /** The sink to which proved records are written; absent if they are not. */
  readonly writes?: WriteSink;
}

/** The rules of a file's records. */
type ScreenPlan = {
  readonly entity: EntityName;
  readonly rules: readonly Rule[];
  readonly carries: ReadonlySet<string>;
  /** Set if records are written. */
  readonly write?: WriteRules;
  /** Keys to which the records may refer; those of a record that it knows are marked as IS_KNOWN. */
  readonly known?: KnownKeyTables | undefined;
};

/** Proves the records of one file with WebAssembly, thousands at once. */
export class WasmScreen implements BlockScreen {
  readonly room: Buffer;
  isCounted = false;
  hasSeenAll = false;
  readonly ahead: ReadAhead;
  readonly #areas: Areas;
  readonly #exports: ScreenExports;
  readonly #facts: Facts;
  readonly #sink: ProofSink;
  #shape: RecordShape | undefined;
  /** Columns for which the plan is; 0 before there is one. */
  #columns = 0;
  #file = 0;
  /** The first word of the proved rows. */
  #rows: number;
  /** The bytes that are being read; what is subtracted from the addresses in rows to get their indices. */
  #bytes: Buffer;
  #base = 0;
  /** The offset of that byte in the text. */
  #byte = 0;
  #proved = 0;

  constructor({ areas, exports, ahead }: ScreenThread, facts: Facts, sink: ProofSink) {
    this.ahead = ahead;
    this.#areas = areas;
    this.#rows = areas.rows / 4;
    this.#exports = exports;
    this.#facts = facts;
    this.#sink = sink;
    this.room = areas.bytes.subarray(areas.room, areas.room + areas.roomBytes);
    this.#bytes = this.room;
    const { scratch, cells } = areas.main;
    exports.useMemory(areas.masks, areas.urlSafe, areas.idClass, scratch, cells);
  }

  freeBefore({ buffer }: Buffer): number {
    return buffer === this.room.buffer ? FREE_BYTES : 0;
  }

  isText(bytes: Buffer, end: number): boolean {
    const block = this.ahead.screened;
    const isBlock =
      block !== undefined &&
      bytes.buffer === this.room.buffer &&
      bytes.byteOffset + bytes.length === block.bytes + block.length;
    const from = isBlock && block.count > 0 ? block.bytes + block.textFrom - bytes.byteOffset : end;
    return isUtf8(bytes.subarray(0, from));
  }

  begins(shape: RecordShape, file: number): boolean {
    this.#shape = shape;
    this.#file = file;
    this.#columns = 0;
    return this.#isReady();
  }

  /** True if each record ends with a line: not so in an array. */
  get isInLines(): boolean {
    return this.#shape?.kind !== 'array';
  }

  /** True if there is a plan for the columns that are known now. */
  #isReady(): boolean {
    if (this.#columns === this.#sink.names.length) return true;
    const calls = this.#callsFor(this.#areas.main);
    if (!calls) return false;
    this.#columns = calls.columns;
    useCalls(this.#exports, calls, this.#areas.tally);
    return true;
  }

  #callsFor({ plan: place, names: toNames, cells }: ThreadArea): ScreenCalls | undefined {
    const { names } = this.#sink;
    const { bytes, words, zones } = this.#areas;
    const shape = this.#shape;
    const fits =
      shape && names.length <= COLUMNS_MAX && (!('columns' in shape) || shape.columns === names.length);
    const rules = fits ? this.#sink.plan() : undefined;
    const area = { bytes, words, zones, at: place.at, length: place.bytes, cells };
    const plan = rules && writePlan(rules.entity, rules.rules, rules.carries, area, rules.write);
    if (!shape || !plan) return undefined;
    if (!('columns' in shape)) this.#writeNames(names, toNames);
    return {
      plan,
      known: rules.known,
      columns: names.length,
      format: FORMATS[shape.kind],
      delimiter: shape.kind === 'csv' ? shape.delimiter.charCodeAt(0) : 0,
      names: toNames,
    };
  }

  #writeNames(names: readonly string[], at: number): void {
    const { bytes } = this.#areas;
    for (const [index, name] of names.entries()) {
      const entry = bytes.subarray(at + index * NAME_BYTES, at + (index + 1) * NAME_BYTES).fill(0);
      const text = Buffer.from(`"${name}"`);
      // A name that needs an escape, or is long, is never matched.
      if (text.length > NAME_TEXT_MAX || JSON.stringify(name) !== `"${name}"`) continue;
      entry.writeUInt32LE(text.length);
      entry.set(text, 16);
    }
  }

  mayProve(record: Buffer): boolean {
    const { bytes, writtenText, writtenTextBytes, rows } = this.#areas;
    if (this.#sink.writes || record.length >= writtenTextBytes || !this.#isReady()) return true;
    bytes.set(record, writtenText);
    bytes[writtenText + record.length] = LF;
    const proved = this.#exports.screen(writtenText, writtenText + record.length + 1, rows, 1, 0);
    return proved > 0 || this.#exports.missingDay() > 0;
  }

  proves(bytes: Buffer, { at, byte }: BytePlace, bound: number): number {
    this.#proved = 0;
    this.hasSeenAll = false;
    if (bytes.buffer !== this.room.buffer || !this.#isReady()) return 0;
    this.#bytes = bytes;
    this.#byte = byte - at;
    const block = this.ahead.screened;
    const begin = block && block.count > 0 ? this.#blockBegin(block) : -1;
    if (block && begin === byte) this.#useBlock(block);
    else {
      // Up to where a block was screened, if it was.
      this.#screen(at, begin > byte ? Math.min(bound, begin - this.#byte) : bound);
      if (block && begin > byte && this.#proved === 0) this.#comesTo(block);
    }
    if (this.#proved > 0 && this.ahead.isWaiting) this.ahead.share((area) => this.#callsFor(area));
    return this.#proved;
  }

  #screen(at: number, bound: number): void {
    const { rows, words, zones, tally: toTally } = this.#areas;
    const { writes } = this.#sink;
    this.#base = this.#bytes.byteOffset;
    this.#rows = rows / 4;
    const range = { from: this.#base + at, bound: this.#base + bound };
    const tally = writes ? undefined : tallyAt(words, toTally, this.#columns);
    do
      this.#proved = writes
        ? screenAndWrite(this.#exports, this.#areas, range, writes)
        : this.#exports.screen(range.from, range.bound, rows, ROWS_MAX, 0);
    while (this.#proved === 0 && zones.learn(this.#exports.missingDay()));
    this.hasSeenAll = this.#exports.next.value === range.bound;
    if (tally && this.#proved > 0) this.#sink.count(this.#proved, tally);
  }

  /** The offset in the text at which the first row of a block follows. */
  #blockBegin({ bytes, rows, byte }: ScreenedBlock): number {
    const { words } = this.#areas;
    const [start, before] = [words[rows / 4 + START] as number, words[rows / 4 + BEFORE] as number];
    return byte + start - (before >>> 16) - bytes;
  }

  /** Nothing is proved before the rows of a block. Where each line is a record, they come after some that are read in the usual way. */
  #comesTo(block: ScreenedBlock): void {
    this.hasSeenAll = false;
    if (this.#shape?.kind === 'lines' || this.#shape?.kind === 'rows') this.#useBlock(block);
  }

  /** Takes the rows of a block: it begins where the record before it has ended, so no other thread guessed wrong. */
  #useBlock({ bytes, rows, tally, byte, count, columns }: ScreenedBlock): void {
    this.#rows = rows / 4;
    this.#base = bytes - (byte - this.#byte);
    this.#proved = count;
    this.#sink.count(count, this.#areas.words.subarray(tally / 4, tally / 4 + columns * TALLY_WORDS));
  }

  takes(from: number, { at, line, row: rowsBefore }: BlockPlace): number {
    const { words } = this.#areas;
    const facts = this.#facts;
    const last = this.#rows + this.#proved * FACT_WORDS;
    let row = this.#rows + from * FACT_WORDS;
    let place = at + this.#base;
    facts.words = this.#areas.facts;
    facts.file = this.#file;
    facts.firstLine = line - (words[row + LINE] as number) + ((words[row + BEFORE] as number) & 0xffff);
    facts.firstByte = this.#byte - this.#base;
    const firstRow = row;
    const { acceptMany } = this.#sink;
    while (row < last) {
      if ((words[row + START] as number) - ((words[row + BEFORE] as number) >>> 16) !== place) break;
      const after = acceptMany ? acceptMany(row, last) : row;
      if (after === row) {
        facts.at = row;
        const passed = (row - firstRow) / FACT_WORDS;
        if (!this.#sink.accept(from + passed, rowsBefore + 1 + passed)) break;
        row += FACT_WORDS;
      } else row = after;
      place = words[row - FACT_WORDS + NEXT] as number;
    }
    return (row - this.#rows) / FACT_WORDS;
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

  /** The record of the current facts, without its line end. */
  get record(): Buffer {
    const { at } = this.#facts;
    const { bytes, words } = this.#areas;
    let end = words[at + NEXT] as number;
    while (bytes[end - 1] === LF || bytes[end - 1] === CR) end--;
    return bytes.subarray(words[at + START], end);
  }

  #word(index: number, word: number): number {
    return this.#areas.words[this.#rows + index * FACT_WORDS + word] as number;
  }
}

/** Line ends (LF, CR LF, CR) between two indices. */
function lineEndsIn(bytes: Buffer, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at++)
    if (bytes[at] === 0x0a || (bytes[at] === 0x0d && bytes[at + 1] !== 0x0a)) count++;
  return count;
}

/**
 * Screens records and writes those that are proved.
 * @param range addresses
 * @returns how many are proved
 */
function screenAndWrite(
  exports: ScreenExports,
  { bytes, words, rows, written, writtenText, writtenLog }: Areas,
  range: { readonly from: number; readonly bound: number },
  sink: WriteSink,
): number {
  const { rows: rowsMax, textAt, textBytes, logAt, logBytes, recordBytes } = sink.room();
  const text = { at: writtenText, end: writtenText + textBytes, base: writtenText - textAt };
  const log = { at: writtenLog, end: writtenLog + logBytes, base: writtenLog - logAt };
  exports.useRoom(text.at, text.end, text.base, log.at, log.end, log.base);
  const bound = Math.min(range.bound, range.from + recordBytes);
  const proved = exports.screen(range.from, bound, rows, Math.min(rowsMax, WRITTEN_ROWS_MAX), written);
  if (proved === 0) return 0;
  const recordsAt = words[rows / 4 + START] as number;
  const recordsEnd = words[rows / 4 + (proved - 1) * FACT_WORDS + NEXT] as number;
  sink.wrote({
    rows: proved,
    text: bytes.subarray(text.at, exports.text.value),
    log: bytes.subarray(log.at, exports.log.value),
    records: bytes.subarray(recordsAt, recordsEnd),
    recordsAt,
    words,
    firstWord: written / 4,
  });
  return proved;
}
