import { FACT_WORDS, NEXT, START, type WriteSink } from '../facts.ts';
import { type Areas, WRITTEN_ROWS_MAX } from './areas.ts';
import type { ScreenExports } from './engine.ts';

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
