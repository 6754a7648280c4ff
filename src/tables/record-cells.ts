import { type Bounds, DOUBLED } from '../input/rows/record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const BLANK = 0x20;

/** Control characters that JSON escapes by a letter. */
const LETTERS: ReadonlyMap<number, number> = new Map([
  [0x08, 0x62],
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0c, 0x66],
  [0x0d, 0x72],
]);

/** The most bytes that `writeCells` needs for a record. */
export function cellsBytesMax({ starts, ends }: Bounds): number {
  const cells = starts.length;
  return cells === 0 ? 0 : 2 * ((ends[cells - 1] as number) - (starts[0] as number)) + 3 * cells + 1;
}

/**
 * Writes the cells of a CSV record as the beginning of a JSON array of texts, the same bytes as `arrayHead` gives. It makes
 * no text of them.
 * @param into has room for `cellsBytesMax` bytes from `from`
 * @returns the index after the last byte; -1 if a character needs a longer escape
 */
export function writeCells({ bytes, starts, ends, forms }: Bounds, into: Uint8Array, from: number): number {
  let at = from;
  into[at++] = OPEN;
  for (let cell = 0; cell < starts.length; cell++) {
    if (cell > 0) into[at++] = COMMA;
    into[at++] = QUOTE;
    const isDoubled = forms[cell] === DOUBLED;
    const end = ends[cell] as number;
    for (let read = starts[cell] as number; read < end; read++) {
      let byte = bytes[read] as number;
      if (byte < BLANK) {
        const letter = LETTERS.get(byte);
        if (letter === undefined) return -1;
        into[at++] = BACKSLASH;
        byte = letter;
      } else if (byte === BACKSLASH) into[at++] = BACKSLASH;
      else if (byte === QUOTE) {
        // The first of two quotes becomes the escape of the second.
        if (!isDoubled) return -1;
        into[at++] = BACKSLASH;
        read++;
      }
      into[at++] = byte;
    }
    into[at++] = QUOTE;
  }
  return at;
}
