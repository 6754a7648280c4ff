import type { Problem } from '../../rows/row.ts';
import { columnAfter } from '../row-fault.ts';
import { lineEndIn } from './csv-scan.ts';

/** A position in a record: the record's first index and physical line, and the index of the position. */
export type PlaceInRecord = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly line: number;
  readonly at: number;
};

/**
 * The fault of a quote that opens and is not closed.
 * @param proof how this is known, as the end of a sentence
 */
export function quoteUnclosed(place: PlaceInRecord, proof: string): Problem {
  const { shown, ...column } = shownPlace(place);
  return {
    code: 'CSV.QUOTE_UNCLOSED',
    message: `the quote that opens in ${shown} is not closed ${proof}`,
    ...column,
  };
}

/** The fault of a quote or text at a place where none is allowed. */
export function quoteStray(place: PlaceInRecord, how: 'after-quote' | 'inner-quote'): Problem {
  const { shown, ...column } = shownPlace(place);
  const what = how === 'after-quote' ? 'text after a closing quote' : 'a quote inside a cell without quotes';
  return { code: 'CSV.QUOTE_STRAY', message: `${what} in ${shown}`, ...column };
}

/** The fault of a record with more or fewer cells than the header. */
export function columnsMismatch(cells: number, columns: number): Problem {
  const found = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return { code: 'CSV.COLUMNS_MISMATCH', message: `${found}, the header has ${columns}` };
}

/** A position in words. `column` is set only if the position is on the first line of the row. */
function shownPlace({ bytes, start, line, at }: PlaceInRecord): { shown: string; column?: number } {
  let from = start;
  let atLine = line;
  for (let end = lineEndIn(bytes, start, at, true); end; end = lineEndIn(bytes, from, at, true)) {
    from = end.next;
    atLine += 1;
  }
  const column = columnAfter(bytes.subarray(from, at));
  if (atLine === line) return { shown: `column ${column}`, column };
  return { shown: `column ${column} of line ${atLine}` };
}
