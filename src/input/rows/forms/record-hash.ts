import { type Bounds, DOUBLED, EMPTY } from '../record.ts';
import { digest32, netstring } from './ids.ts';

/** A part of what is hashed: the number of a cell, or a text that all rows of the file have. */
export type HashPart = number | string;

const QUOTE = 0x22;
const COLON = 0x3a;
const COMMA = 0x2c;
const DASH = 0x2d;
/** Room for the length of a cell and what stands around it. */
const AROUND_BYTES = 16;

/** As `hashReader`, for CSV records: the same result, without a text for each cell. */
export function recordHashReader(parts: readonly HashPart[]): (record: Bounds) => string {
  const shared = parts.map((part) => (typeof part === 'string' ? Buffer.from(netstring(part)) : undefined));
  const sharedBytes = shared.reduce((sum, bytes = Buffer.alloc(0)) => sum + bytes.length, 0);
  let scratch = Buffer.alloc(1 << 10);
  return (record) => {
    const { starts, ends } = record;
    const all = (ends[ends.length - 1] as number) - (starts[0] as number);
    const most = sharedBytes + parts.length * (all + AROUND_BYTES);
    if (most > scratch.length) scratch = Buffer.alloc(2 * most);
    let at = 0;
    for (let index = 0; index < parts.length; index++) {
      const bytes = shared[index];
      if (bytes) at += bytes.copy(scratch, at);
      else at = writeCell(record, parts[index] as number, scratch, at);
    }
    return digest32(scratch.subarray(0, at));
  };
}

/** Writes a cell as `netstring` does. */
function writeCell({ bytes, starts, ends, forms }: Bounds, cell: number, into: Buffer, from: number): number {
  let at = from;
  if (forms[cell] === EMPTY) {
    into[at++] = DASH;
    return at;
  }
  const [start, end] = [starts[cell] as number, ends[cell] as number];
  const isDoubled = forms[cell] === DOUBLED;
  at = writeNumber(isDoubled ? end - start - quotesIn(bytes, start, end) / 2 : end - start, into, at);
  into[at++] = COLON;
  for (let read = start; read < end; read++) {
    const byte = bytes[read] as number;
    into[at++] = byte;
    // Two quotes stand for one.
    if (isDoubled && byte === QUOTE) read++;
  }
  into[at++] = COMMA;
  return at;
}

function quotesIn(bytes: Buffer, start: number, end: number): number {
  let count = 0;
  for (let at = start; at < end; at++) if (bytes[at] === QUOTE) count++;
  return count;
}

/** Writes a whole number in decimal digits. */
function writeNumber(number: number, into: Buffer, from: number): number {
  let end = from + 1;
  for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) end++;
  let rest = number;
  for (let at = end - 1; at >= from; at--) {
    into[at] = 0x30 + (rest % 10);
    rest = Math.floor(rest / 10);
  }
  return end;
}
