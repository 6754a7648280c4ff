import { constants, gunzipSync } from 'node:zlib';
import { headOf } from '../../delivery/accept.ts';
import type { StepState } from '../../delivery/checkpoint.ts';
import type { Step } from '../../delivery/plan.ts';
import type { Expected } from '../../delivery/tally/tally.ts';
import { compressionOf } from '../../input/sources/bytes/decompress.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';

/** So many pieces of a file, evenly spread, and so many bytes of each are looked at before it is read. */
const PIECES = 16;
const PIECE_BYTES = 8_192;

/**
 * The number of rows that a step has in all: exact if all of its sources know it; else estimated from the rows for
 * each byte that was read so far, and before that from the sample. Where a file is compressed or in another
 * encoding, positions say nothing about its bytes on disk, and the sample is all that is known. Undefined if there
 * is none.
 * @param sample rows of each source, from `sampledRows`
 */
export function expectedRows(
  { sources }: Pick<Step, 'sources'>,
  state: StepState,
  sample: readonly (number | undefined)[],
): Expected | undefined {
  const { expected, counts, at } = state;
  if (expected && !expected.estimated) return expected;
  const known = sources.map(({ rows }) => rows);
  if (known.every((rows) => rows !== undefined)) return { rows: sum(known), estimated: false };
  const isPlain = sources.every(({ plain, rows }) => plain || rows !== undefined);
  const guesses = known.map((rows, index) => rows ?? sample[index]);
  const guess = guesses.every((rows) => rows !== undefined) ? sum(guesses) : undefined;
  if (!isPlain) return guess === undefined || counts.read > guess ? undefined : estimate(guess);
  const total = sum(sources.map(({ bytes }) => bytes));
  const done = at ? sum(sources.slice(0, at.file).map(({ bytes }) => bytes)) + at.byte : 0;
  const share = total > 0 ? Math.min(1, done / total) : 1;
  if (share === 0) return guess === undefined ? undefined : estimate(guess);
  // The more is read, the more its own rows say about the rest; without a sample, they say it all.
  const asSoFar = headOf(state) / share;
  const whole = share * asSoFar + (1 - share) * (guess ?? asSoFar);
  return estimate(Math.max(counts.read, headOf(state) + (1 - share) * whole));
}

const estimate = (rows: number): Expected => ({ rows: Math.round(rows), estimated: true });

/**
 * An estimate of the rows of a file from some of its bytes; undefined if it cannot be made. It does not read the source itself, which
 * may be possible once only.
 */
export function sampledRows(source: Source, files: Files): number | undefined {
  const { path, plain, bytes, columns } = source;
  if (bytes === 0) return 0;
  // The rows of a document are no lines.
  if (!plain && columns === undefined && source.rowOf === undefined) return undefined;
  try {
    const fd = files.openSync(path, 'r');
    try {
      const isSmall = bytes <= PIECES * PIECE_BYTES;
      const bytesAt = (at: number): Buffer => {
        const piece = Buffer.alloc(isSmall ? bytes : PIECE_BYTES);
        return piece.subarray(0, files.readSync(fd, piece, 0, piece.length, at));
      };
      const head = linesIn(bytesAt(0), columns !== undefined);
      const header = columns ? 1 : 0;
      if (!columns && ARRAY.test(bytesAt(0).toString('latin1'))) return undefined;
      const compression = plain ? undefined : compressionOf(bytesAt(0));
      if (compression) return sampledGzip(compression, bytesAt(0), bytes, columns !== undefined);
      // The end of a whole file may have no line end.
      if (isSmall) return Math.max(0, head.rows + (head.end < bytes ? 1 : 0) - header);
      const pieces = Array.from({ length: PIECES - 1 }, (_, index) =>
        linesIn(bytesAt(Math.floor((bytes / PIECES) * (index + 1))), false),
      );
      const lines = head.lines + sum(pieces.map((piece) => piece.lines));
      const rowsPerLine = head.lines > 0 ? head.rows / head.lines : 1;
      return Math.max(1, Math.round((lines * rowsPerLine * bytes) / (PIECES * PIECE_BYTES)) - header);
    } finally {
      files.closeSync(fd);
    }
  } catch {
    // Whoever reads it says what is wrong.
    return undefined;
  }
}

/** The beginning of a JSON array, whose rows are no lines. */
const ARRAY = /^(?:\xef\xbb\xbf)?\s*\[/;

/** A bomb is not worth an estimate. */
const UNPACKED_MAX = 8 * 1_048_576;

/** The same of a compressed file, from its first bytes. */
function sampledGzip(
  compression: string,
  head: Buffer,
  bytes: number,
  isQuotable: boolean,
): number | undefined {
  if (compression !== 'gzip') return undefined;
  const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: UNPACKED_MAX };
  const { rows } = linesIn(gunzipSync(head, options), isQuotable);
  return Math.max(1, Math.round((rows * bytes) / head.length) - (isQuotable ? 1 : 0));
}

const [QUOTE, LINE_END] = [0x22, 0x0a];

type Lines = { readonly lines: number; readonly rows: number; readonly end: number };

/**
 * The line ends in some bytes, those of them that end a row, and where the last of these is.
 * @param isQuotable whether line ends in quotes are part of a cell
 */
function linesIn(bytes: Uint8Array, isQuotable: boolean): Lines {
  let [lines, rows, end, isQuoted] = [0, 0, 0, false];
  // Without an iterator, which makes an array for each byte.
  for (let at = 0; at < bytes.length; at++)
    if (bytes[at] === QUOTE && isQuotable) isQuoted = !isQuoted;
    else if (bytes[at] === LINE_END) {
      lines++;
      if (isQuoted) continue;
      rows++;
      end = at + 1;
    }
  return { lines, rows, end };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
