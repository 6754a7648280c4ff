import type { Row } from '../../rows/row.ts';
import type { Bytes } from '../bytes/bytes.ts';
import type { Dialect } from './csv-dialect.ts';
import type { TextPlace } from './csv-start.ts';
import type { FirstRecord } from './delimiter.ts';
import { DialectRows } from './dialect-rows.ts';

/** Reads the first record from a position on in a dialect; undefined if there are only blank lines and comments. */
export async function firstDialectRecord(
  bytes: Bytes,
  dialect: Dialect,
  from: TextPlace,
): Promise<FirstRecord | undefined> {
  const { encoding } = bytes;
  const parser = new DialectRows({ dialect, columns: 0, encoding, file: 0 }, { ...from, row: 0 });
  let first: Row | undefined;
  const sink = { row: (row: Row) => (first ??= row) };
  for await (const piece of bytes.read(from.byte)) {
    parser.push(piece, sink);
    if (first) return recordOf(first, dialect);
  }
  parser.end(sink);
  return first && recordOf(first, dialect);
}

function recordOf({ values, fault, byte, line, endByte, endLine }: Row, dialect: Dialect): FirstRecord {
  const cells = fault ? [] : (values as readonly string[]);
  const bounds = { byte, line, endByte, endLine, start: 0, end: 0, cells: cells.length };
  const frame = fault ? { ...bounds, fault } : bounds;
  // The cells are UTF-8 already: other bytes are a fault.
  return { delimiter: dialect.delimiter, frame, text: Buffer.alloc(0), cells };
}
