import { FACT_WORDS, NEXT, START } from '../facts.ts';
import { type Areas, WRITTEN_ROWS_MAX } from './areas.ts';
import type { ScreenExports } from './engine.ts';

/** Words of a row of what was written. */
export const WORDS = 16;
/** Offsets in the sink's text. */
export const TEXT_AT = 0;
export const JSON_AT = 1;
export const JSON_END = 2;
export const CONVERSATION_END = 3;
/** The lower half of the fingerprint of the order key. */
export const ORDER = 4;
export const KEY_LO = 5;
export const KEY_HI = 6;
/** Versions of 48 bits: the lower word first. */
export const CONTENT_VERSION = 7;
export const FIXED_VERSION = 9;
export const HAS_ESCAPES = 11;
/** The record in the ledger. */
export const LOG_AT = 12;
export const LOG_END = 13;
/** Line ends in the record and after it, and the address at which it ends, without its line end. */
export const LINES_IN = 14;
export const RECORD_END = 15;

/** The room for the next records: offsets, and bytes that are left. */
export type WriteRoom = {
  readonly rows: number;
  readonly textAt: number;
  readonly textBytes: number;
  readonly logAt: number;
  readonly logBytes: number;
  readonly recordBytes: number;
};

/** The output for some records; valid until more are written. */
export type Written = {
  readonly rows: number;
  readonly text: Uint8Array;
  readonly log: Uint8Array;
  /** The bytes of the records, and the address of the first. */
  readonly records: Uint8Array;
  readonly recordsAt: number;
  /** WORDS for each row, from a word on. */
  readonly words: Uint32Array;
  readonly firstWord: number;
};

/** Takes what is written of proved records. */
export interface WriteSink {
  /** Makes room for the next records. */
  room(): WriteRoom;
  wrote(written: Written): void;
}

/**
 * Screens records and writes those that are proved.
 * @param range addresses
 * @returns how many are proved
 */
export function screenAndWrite(
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
