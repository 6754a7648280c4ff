import { pick, type Random } from '../support/random.ts';

/** Bytes that mean something to a reader of text, CSV or JSON. */
const TOKENS = [
  '"',
  '""',
  '"""',
  ',',
  ';',
  '\t',
  '|',
  '\n',
  '\r',
  '\r\n',
  '\n\n',
  '\0',
  '\\',
  '\\"',
  '{',
  '}',
  '[',
  ']',
  ':',
  '{"',
  '"}',
  ',"',
  '",',
  '"\n',
  '\n"',
  '\r"',
  ' "',
  '\ufeff',
  '\u2028',
  '1e400',
  '-0',
  '12345678901234567890',
  'NaN',
  '\\u0000',
  '\\ud800',
  '[[[[[[[[[[',
  '"__proto__":{"a":1},',
  'é',
  '😀',
].map((token) => Buffer.from(token));
const BYTES = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0x80], [0xf4, 0x90, 0x80, 0x80]].map(
  (bytes) => Buffer.from(bytes),
);

/** A changed copy of a row: one to three changes, each of a random kind at a random place. */
export function mutated(row: Buffer, others: readonly Buffer[], random: Random): Buffer {
  let bytes = row;
  for (let turns = 1 + below(random, 3); turns > 0; turns -= 1) bytes = mutatedOnce(bytes, others, random);
  return bytes;
}

function mutatedOnce(bytes: Buffer, others: readonly Buffer[], random: Random): Buffer {
  const at = below(random, bytes.length + 1);
  const to = Math.min(bytes.length, at + 1 + below(random, 8));
  const around = (middle: Buffer, end = at): Buffer =>
    Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(end)]);
  switch (below(random, 10)) {
    case 0: {
      const flipped = Buffer.from(bytes);
      if (at < bytes.length) flipped[at] = (flipped[at] ?? 0) ^ (1 << below(random, 8));
      return flipped;
    }
    case 1:
      return around(Buffer.of(below(random, 256)));
    case 2:
      return around(Buffer.alloc(0), to);
    case 3:
      return around(pick(random, BYTES));
    case 4:
      return bytes.subarray(0, at);
    case 5:
      return around(bytes.subarray(at, to));
    case 6: {
      const other = pick(random, others);
      return around(other.subarray(below(random, other.length)));
    }
    default:
      return around(pick(random, TOKENS), below(random, 2) === 0 ? at : to);
  }
}

function below(random: Random, bound: number): number {
  return Math.floor(random() * bound);
}
