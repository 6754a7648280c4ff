// Finds the cells of the rows of a prepared table: JSON arrays of texts, one on each line.
import { cells, RECORD, UNENDED, UNUSUAL } from './memory.ts';
import { textEnd, takesString } from './json.ts';

const LF: u32 = 0x0a;
const QUOTE: u32 = 0x22;
const COMMA: u32 = 0x2c;
const OPEN: u32 = 0x5b;
const CLOSE: u32 = 0x5d;

/** Cells of every row. */
let columns: u32 = 0;

export function useRows(toColumns: u32): void {
  columns = toColumns;
}

/** The end of the text of the last row; the next one begins after its line end. */
export let rowEnd: usize = 0;

/** Finds the cells of a row; the rules are those of array-record.ts. */
export function scanRow(start: usize, bound: usize): i32 {
  if (columns == 0 || load<u8>(start) != OPEN) return UNUSUAL;
  let at = start + 1;
  const last = cells + (<usize>(columns - 1) << 4);
  for (let cell = cells; cell <= last; cell += 16) {
    if (load<u8>(at) != QUOTE || !takesString(at + 1, bound, cell)) return UNUSUAL;
    at = textEnd;
    if (<u32>load<u8>(at) != (cell == last ? CLOSE : COMMA)) return UNUSUAL;
    at++;
  }
  if (at >= bound) return UNENDED;
  if (load<u8>(at) != LF) return UNUSUAL;
  rowEnd = at;
  return RECORD;
}
