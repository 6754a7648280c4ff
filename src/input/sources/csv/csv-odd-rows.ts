import { type Bounds, EMPTY } from '../../rows/record.ts';
import type { Problem, Row } from '../../rows/row.ts';

/** Rows that are none: those of nothing but delimiters, quotes and blanks, and the header again. */

const [LF, CR, TAB, SPACE] = [0x0a, 0x0d, 0x09, 0x20];

/** The form of a row without any value, however many cells it has: left out, and counted as blank. */
export const blankRow = (cells: readonly string[], columns: number): Pick<Row, 'leftOut' | 'values'> => ({
  values: columns === 0 || cells.length === columns ? cells : new Array<string>(columns).fill(''),
  leftOut: 'blank',
});

/** True if no cell of a record has a value. */
export function isBlankRecord({ bytes, starts, ends, forms }: Bounds, columns: number): boolean {
  for (let cell = 0; cell < columns; cell++)
    if (forms[cell] !== EMPTY && !isBlankText(bytes, starts[cell] as number, ends[cell] as number))
      return false;
  return true;
}

function isBlankText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== SPACE && bytes[at] !== TAB) return false;
  return true;
}

/** The same for cells. */
export const areBlank = (cells: readonly string[]): boolean => cells.every((cell) => /^[ \t]*$/.test(cell));

/** True if a record is this header. */
export const isHeaderAt = (bytes: Buffer, start: number, end: number, header: Buffer): boolean =>
  end - start === header.length && bytes.compare(header, 0, header.length, start, end) === 0;

/** True if any line of a text from `start` on is this header. */
export function hasHeader(bytes: Buffer, start: number, header: Buffer): boolean {
  for (let at = bytes.indexOf(header, start); at >= 0; at = bytes.indexOf(header, at + 1)) {
    const after = bytes[at + header.length];
    const isFirst = at === start || bytes[at - 1] === LF || bytes[at - 1] === CR;
    if (isFirst && (after === undefined || after === LF || after === CR)) return true;
  }
  return false;
}

/** The fault of a row that is the header again. */
export const isHeaderFault = (): Problem => ({
  code: 'ROW.IS_HEADER',
  message: 'the row is the header of the file once more',
});
