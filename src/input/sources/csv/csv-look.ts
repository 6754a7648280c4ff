import type { Bytes } from '../bytes/bytes.ts';
import type { FormatLook } from '../source.ts';
import type { Frame } from './csv-bounds.ts';
import { cellsOf } from './csv-cells.ts';
import { CsvFramer } from './csv-framer.ts';
import { framesOf } from './csv-frames.ts';
import { csvStart } from './csv-start.ts';
import { DELIMITERS } from './delimiter.ts';

/** The numbers of bytes and rows to examine. */
const LOOK_BYTES = 262_144;
const LOOK_ROWS = 200;

/** Matches cells that are data and not the name of a column: numbers, times, addresses, hashes, sentences. */
const DATA = /^(?:-?[\d.,:]+|\d{4}-\d\d-\d\d.*|https?:.*|[0-9a-f]{16,}|[\s\S]{61,})$/i;

type Table = {
  readonly delimiter: string;
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  readonly share: number;
};

/**
 * Guesses the options of a file: the delimiter that divides most rows into the same number of cells, and whether the
 * first row is a header.
 * @param declared the delimiter, if known
 */
export async function lookAtCsv(bytes: Bytes, declared: string | undefined): Promise<FormatLook> {
  const start = await csvStart(bytes, 0);
  const text = await beginningOf(bytes, start.byte);
  const given = declared ?? start.delimiter;
  const tables = (given === undefined ? DELIMITERS : [given]).map((each) => tableAt(text, each));
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(bytes.path) ? '\t' : ',';
  tables.sort(
    (a, b) =>
      b.share - a.share || b.width - a.width || Number(b.delimiter === usual) - Number(a.delimiter === usual),
  );
  const [best] = tables as [Table];
  const [first = [], ...rest] = best.rows;
  const header = !first.some(
    (cell, at) => DATA.test(cell) && rest.every((row) => !row[at] || DATA.test(row[at])),
  );
  const columns = header ? first : first.map((_, index) => `column${index + 1}`);
  const of = `${best.rows.length} ${best.rows.length === 1 ? 'row' : 'rows'}`;
  const evidence = `${Math.round(best.share * best.rows.length)} of the first ${of} have ${best.width} cells`;
  return { delimiter: best.delimiter, evidence, columns, header };
}

async function beginningOf(bytes: Bytes, from: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of bytes.read(from)) {
    // The next piece overwrites these bytes.
    pieces.push(Buffer.from(piece));
    length += piece.length;
    if (length >= LOOK_BYTES) break;
  }
  return Buffer.concat(pieces);
}

function tableAt(text: Buffer, delimiter: string): Table {
  const framer = new CsvFramer(delimiter, 0, { byte: 0, line: 1 });
  const cells = (frames: readonly Frame[]) =>
    frames.map(({ start, end, fault }) =>
      fault ? [] : cellsOf(framer.bytes.subarray(start, end), delimiter),
    );
  const complete = cells(framesOf(framer, text));
  const rows = [...complete, ...(text.length < LOOK_BYTES ? cells(framesOf(framer)) : [])].slice(
    0,
    LOOK_ROWS,
  );
  const widths = Map.groupBy(rows, ({ length }) => length);
  const [width, most] = [...widths].sort((a, b) => b[1].length - a[1].length)[0] ?? [0, []];
  // Every wrong delimiter gives one cell per row.
  const share = width < 2 ? 0 : most.length / rows.length;
  return { delimiter, rows, width, share };
}
