import type { Cursor, Row } from '../../../src/input/rows/row.ts';
import type { RowParser } from '../../../src/input/sources/row-parser.ts';
import type { Source, SourceFormat, SourceOptions } from '../../../src/input/sources/source.ts';
import { realFiles } from '../../../src/system/files.ts';
import { tempFile } from './temp-file.ts';

/** Every row of a source from a position on. */
export async function rowsOf(source: Source, from?: Cursor): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const chunk of source.read(from, new AbortController().signal)) rows.push(...chunk);
  return rows;
}

/** Every row of a file with the given content. */
export async function rowsIn(
  format: SourceFormat,
  name: string,
  content: string | Uint8Array,
  options: Omit<SourceOptions, 'files'> = {},
): Promise<Row[]> {
  await using file = await tempFile(name, content);
  return await rowsOf(await format.open(file.path, 0, { files: realFiles, ...options }));
}

/** Every row that a parser makes of bytes cut into pieces; the given sizes are used in turn. */
export function rowsInPieces(parser: RowParser, bytes: Buffer, sizes: readonly number[]): Row[] {
  const rows: Row[] = [];
  const sink = { row: (row: Row) => rows.push(row) };
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? bytes.length;
    parser.push(bytes.subarray(at, at + size), sink);
    at += size;
  }
  parser.end(sink);
  return rows;
}

/** A row in short for comparisons: its position, and its values or its fault. */
export function told(row: Row) {
  const { line, byte, values, fault } = row;
  return fault === undefined
    ? { line, byte, values }
    : { line, byte, code: fault.code, column: fault.column };
}
