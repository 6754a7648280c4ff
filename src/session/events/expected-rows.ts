import { headOf } from '../../delivery/accept.ts';
import type { StepState } from '../../delivery/checkpoint.ts';
import type { Step } from '../../delivery/plan.ts';
import type { Expected } from '../../delivery/tally.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Files } from '../../system/files.ts';

/** So many pieces of a file, evenly spread, and so many bytes of each are looked at before it is read. */
const PIECES = 16;
const PIECE_BYTES = 8_192;

/**
 * How many rows a step has in all: exact if all of its sources know it; else estimated from the rows for each byte that was
 * read so far, and before that from the sample. Undefined if a file is compressed or in another encoding, where bytes on
 * disk say nothing about rows.
 * @param sample rows of each source, from `sampledRows`
 */
export function expectedRows(
  { sources }: Pick<Step, 'sources'>,
  state: StepState,
  sample: readonly number[],
): Expected | undefined {
  const { expected, counts, at } = state;
  if (expected && !expected.estimated) return expected;
  const known = sources.map(({ rows }) => rows);
  if (known.every((rows) => rows !== undefined)) return { rows: sum(known), estimated: false };
  if (sources.some(({ plain, bytes, rows }) => rows === undefined && !plain && bytes > 0)) return undefined;
  const total = sum(sources.map(({ bytes }) => bytes));
  const done = at ? sum(sources.slice(0, at.file).map(({ bytes }) => bytes)) + at.byte : 0;
  const share = total > 0 ? Math.min(1, done / total) : 1;
  const sampled = sum(known.map((rows, index) => rows ?? sample[index] ?? 0));
  const asSoFar = share > 0 ? headOf(state) / share : sampled;
  // The more is read, the more its own rows say about the rest; without a sample, they say it all.
  const whole = sampled > 0 ? share * asSoFar + (1 - share) * sampled : asSoFar;
  const rows = headOf(state) + (1 - share) * whole;
  return { rows: Math.max(counts.read, Math.round(rows)), estimated: true };
}

/**
 * An estimate of the rows of a file from some of its bytes; 0 if it cannot be made. It does not read the source itself, which
 * may be possible once only.
 */
export function sampledRows({ path, plain, bytes, columns }: Source, files: Files): number {
  if (!plain || bytes === 0) return 0;
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
    return 0;
  }
}

const [QUOTE, LINE_END] = [0x22, 0x0a];

type Lines = { readonly lines: number; readonly rows: number; readonly end: number };

/**
 * The line ends in some bytes, those of them that end a row, and where the last of these is.
 * @param isQuotable whether line ends in quotes are part of a cell
 */
function linesIn(bytes: Uint8Array, isQuotable: boolean): Lines {
  let [lines, rows, end, isQuoted] = [0, 0, 0, false];
  for (const [at, byte] of bytes.entries())
    if (byte === QUOTE && isQuotable) isQuoted = !isQuoted;
    else if (byte === LINE_END) {
      lines++;
      if (isQuoted) continue;
      rows++;
      end = at + 1;
    }
  return { lines, rows, end };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
