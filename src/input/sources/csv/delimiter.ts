import { cellText } from '../../rows/record.ts';
import type { Bytes } from '../bytes/bytes.ts';
import type { Frame } from './csv-bounds.ts';
import { CsvFramer } from './csv-framer.ts';
import { CsvScanner } from './csv-scan.ts';
import type { TextPlace } from './csv-start.ts';

/** The delimiters that a CSV file may have without a declaration. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;

const HEAD_BYTES = 4_096;

/** The first record of a CSV file, read with one delimiter. */
export type FirstRecord = {
  readonly delimiter: string;
  readonly frame: Frame;
  readonly text: Buffer;
  /** Empty if the record cannot be divided into cells. */
  readonly cells: readonly string[];
};

/** Reads the first record from a position on; undefined if there are only blank lines. */
export async function firstRecord(
  bytes: Bytes,
  delimiter: string,
  from: TextPlace,
): Promise<FirstRecord | undefined> {
  const framer = new CsvFramer(delimiter, 0, from);
  const found = (frame: Frame | undefined): FirstRecord | undefined => {
    if (frame === undefined) return undefined;
    // The header is kept with the file: as a part of the pool of buffers, it would keep some thousand bytes beside it.
    const text = Buffer.allocUnsafeSlow(frame.end - frame.start);
    text.set(framer.bytes.subarray(frame.start, frame.end));
    return { delimiter, frame, text, cells: frame.fault ? [] : cellsOf(text, delimiter) };
  };
  // A header is short, and the first piece of a file has thousands of records. A long one is scanned from its beginning
  // with each part, so the parts become longer.
  let part = HEAD_BYTES;
  for await (const piece of bytes.read(from.byte))
    for (let at = 0; at < piece.length; ) {
      const first = found(framesOf(framer, piece.subarray(at, at + part))[0]);
      if (first !== undefined) return first;
      at += part;
      part *= 2;
    }
  return found(framesOf(framer)[0]);
}

/**
 * Guesses an undeclared delimiter. A delimiter other than the usual one is chosen only if the header is clear: it alone
 * gives the most columns with known names or, without a header, the declared number of columns.
 * @param usual the delimiter to choose if there is no evidence for another
 * @param from where the first record begins
 * @returns undefined if there are only blank lines
 */
export async function guessDelimiter(
  bytes: Bytes,
  usual: string,
  from: TextPlace,
  { known, columns }: { readonly known: readonly string[]; readonly columns?: readonly string[] | undefined },
): Promise<{ readonly record: FirstRecord; readonly evidence?: string } | undefined> {
  const names = new Set(known);
  const hits = ({ cells }: FirstRecord): number =>
    columns ? Number(cells.length === columns.length) : cells.filter((name) => names.has(name)).length;
  const first = await firstRecord(bytes, usual, from);
  if (first === undefined) return undefined;
  if (first.cells.length > 1 && hits(first) === (columns ? 1 : first.cells.length)) return { record: first };
  const others = [];
  for (const delimiter of DELIMITERS)
    if (delimiter !== usual) others.push(await firstRecord(bytes, delimiter, from));
  const ranked = others.filter((each) => each !== undefined).sort((a, b) => hits(b) - hits(a));
  const [best, second] = ranked;
  if (
    best === undefined ||
    best.cells.length < 2 ||
    hits(best) <= Math.max(hits(first), second ? hits(second) : 0)
  )
    return { record: first };
  const alone = first.cells.length < 2 && ranked.slice(1).every(({ cells }) => cells.length < 2);
  if (!columns && hits(best) < 2 && !alone) return { record: first };
  const evidence = columns
    ? `it alone gives the ${columns.length} columns declared`
    : `${hits(best)} of ${best.cells.length} columns are known by name, ${hits(first)} of ${Math.max(1, first.cells.length)} with ${shownDelimiter(usual)}`;
  return { record: best, evidence };
}

/** A delimiter as it is written in a pipeline file. */
export const shownDelimiter = (delimiter: string): string => JSON.stringify(delimiter);

/** The records that are complete with the next piece of a text; without a piece, the rest at the end of the text. */
export function framesOf(framer: CsvFramer, piece?: Buffer): readonly Frame[] {
  const frames: Frame[] = [];
  if (piece) framer.push(piece);
  framer.take(
    {
      good: () => {
        const { byte, line, endByte, endLine, start, end } = framer;
        frames.push({ byte, line, endByte, endLine, start, end, cells: framer.scanner.cells });
      },
      faulty: (frame) => frames.push(frame),
    },
    piece === undefined,
  );
  return frames;
}

/**
 * The cells of one well-formed CSV record with any number of cells.
 * @param cells their number
 */
export function cellsOf(bytes: Buffer, delimiter: string, cells = countOf(bytes, delimiter)): string[] {
  const scanner = new CsvScanner(delimiter, cells);
  scanner.scan(bytes, 0, bytes.length, true);
  const { starts, ends, forms } = scanner;
  const record = { bytes, starts, ends, forms };
  return Array.from({ length: cells }, (_, cell) => cellText(record, cell));
}

function countOf(bytes: Buffer, delimiter: string): number {
  const scanner = new CsvScanner(delimiter, 0);
  scanner.scan(bytes, 0, bytes.length, true);
  return scanner.cells;
}
