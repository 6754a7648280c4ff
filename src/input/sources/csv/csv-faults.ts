import type { Problem } from '../../rows/row.ts';
import { columnAfter } from '../row-fault.ts';
import { lineEndIn } from './csv-scan.ts';

/** A place in a record: the record's first index and physical line, and the index meant. */
export type PlaceInRecord = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly line: number;
  readonly at: number;
};

/**
 * A quote that opens and is not closed.
 * @param proof how it is known, as the end of a sentence
 */
export function quoteUnclosed(place: PlaceInRecord, proof: string): Problem {
  const { shown, ...column } = shownPlace(place);
  return {
    code: 'CSV.QUOTE_UNCLOSED',
    message: `the quote that opens in ${shown} is not closed ${proof}`,
    ...column,
  };
}

/** A quote where none may stand, or text where only a delimiter or a line end may. */
export function quoteStray(place: PlaceInRecord, how: 'after-quote' | 'inner-quote'): Problem {
  const { shown, ...column } = shownPlace(place);
  const what = how === 'after-quote' ? 'text after a closing quote' : 'a quote inside a cell without quotes';
  return { code: 'CSV.QUOTE_STRAY', message: `${what} in ${shown}`, ...column };
}

/** A record with more or fewer cells than the header. */
export function columnsMismatch(cells: number, columns: number): Problem {
  const found = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return { code: 'CSV.COLUMNS_MISMATCH', message: `${found}, the header has ${columns}` };
}

/** The column stands alone only where it is one of the line on which the row begins. */
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
