import { RunError } from '../../../errors/run-error.ts';
import type { ReadFrom } from '../../rows/row.ts';
import { bytesFor } from '../block-rows.ts';
import { type Bytes, beginningOf, openBytes, toLookAt } from '../bytes/bytes.ts';
import { openOrEmpty } from '../empty-source.ts';
import { withNulls } from '../nulls.ts';
import { passRows, type RowParser, rowChunks, rowOfRecord } from '../row-parser.ts';
import type { FormatLook, Source, SourceFormat, SourceOptions } from '../source.ts';
import { CsvFramer } from './csv-framer.ts';
import { csvHead, unnamedWatch } from './csv-head.ts';
import { CsvRows } from './csv-rows.ts';
import { csvStart } from './csv-start.ts';
import { cellsOf, DELIMITERS, framesOf, shownDelimiter } from './delimiter.ts';

/** Values separated by commas or another ASCII character, with a header line unless the pipeline names the columns. */
export const csv = {
  name: 'csv',
  label: 'CSV',
  endings: ['.csv', '.tsv'],
  looseEndings: ['.txt'],
  takes: new Set(['delimiter', 'columns']),
  looksLike: () => true,
  look: (bytes, { delimiter }) => lookAtCsv(bytes, delimiter),
  open: openCsv,
  // Loaded with the first reject, because most runs reject nothing.
  rejects: async (...written) => (await import('./csv-rejects.ts')).csvRejects(...written),
} as const satisfies SourceFormat;

function openCsv(path: string, file: number, options: SourceOptions): Promise<Source> {
  return openOrEmpty(csv, path, options, (each) => openRows(path, file, each));
}

async function openRows(path: string, file: number, options: SourceOptions): Promise<Source> {
  if (options.rows !== undefined)
    throw new RunError('CONFIG.INVALID', `rows: ${options.rows} is for JSON documents, and ${path} is CSV`, {
      hint: 'remove rows:, or declare  format: json',
      where: { file: path },
    });
  return await csvRowsOf(await openBytes(path, options.encoding, options.files), file, options);
}

/**
 * A source of the rows of a text.
 * @throws RunError `SOURCE.*`
 */
export async function csvRowsOf(bytes: Bytes, file: number, options: SourceOptions): Promise<Source> {
  const { delimiter, evidence, columns, unnamed, first, header, dialect } = await csvHead(
    toLookAt(bytes),
    options,
  );
  const { warn } = options;
  const width = options.width ?? (await usualWidth(toLookAt(bytes), first.byte, delimiter, columns.length));
  const shared = { columns: columns.length, encoding: bytes.encoding, file, width, warn };
  const watched = unnamedWatch({ columns, unnamed }, options);
  // csv-parse is loaded with the first file that needs it.
  const { DialectRows } = dialect ? await import('./dialect-rows.ts') : {};
  const parserFrom = (from: ReadFrom): RowParser =>
    dialect && DialectRows
      ? new DialectRows({ ...shared, dialect, header: header && columns }, from, watched)
      : new CsvRows({ ...shared, delimiter, header }, from, watched);
  const source: Source = {
    path: bytes.path,
    format: csv,
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    columns,
    delimiter,
    ...(options.width === undefined || options.width === 'trailing' ? {} : { width }),
    rowWidth: width,
    ...(unnamed.length > 0 ? { unnamed } : {}),
    ...(evidence ? { guessed: guessed(delimiter, evidence) } : {}),
    read(from, signal, reading) {
      const start = from ?? { ...first, row: 0 };
      return rowChunks(bytes.read(start.byte, signal), parserFrom(start), signal, reading);
    },
    ...(dialect
      ? {}
      : { rowOf: (record, at) => rowOfRecord(new CsvRows({ ...shared, delimiter }, at), record) }),
    pass: (sink, signal) =>
      passRows(bytesFor(bytes, first.byte, sink, signal), parserFrom({ ...first, row: 0 }), sink),
  };
  return withNulls(source, options.nulls);
}

/** Bytes of the first rows that show whether rows end with a delimiter. */
const WIDTH_BYTES = 16_384;

/**
 * `trailing`, unless an empty cell beyond the header may be a cell that a delimiter within another one has moved: then some
 * rows have as many cells as the header, and their last one may be empty.
 */
async function usualWidth(
  bytes: Bytes,
  start: number,
  delimiter: string,
  columns: number,
): Promise<'trailing' | 'strict'> {
  const text = await beginningOf(bytes.read(start), WIDTH_BYTES);
  const regular = tableAt(text, delimiter)
    .rows()
    .filter((row) => row.length === columns);
  return regular.every((row) => row.at(-1) !== '') ? 'trailing' : 'strict';
}

function guessed(delimiter: string, evidence: string): string {
  const shown = shownDelimiter(delimiter);
  return `read with the delimiter ${shown}: ${evidence}; the pipeline can declare it (delimiter: ${shown})`;
}

/** The numbers of bytes and rows to examine. */
const LOOK_BYTES = 262_144;
const LOOK_ROWS = 200;

/** Matches cells that are data and not the name of a column: numbers, times, addresses, hashes, sentences. */
const DATA = /^(?:-?[\d.,:]+|\d{4}-\d\d-\d\d.*|https?:.*|[0-9a-f]{16,}|[\s\S]{61,})$/i;

type Table = {
  readonly delimiter: string;
  /** The cells of the rows. */
  readonly rows: () => readonly (readonly string[])[];
  readonly width: number;
  readonly share: number;
};

/**
 * Guesses the options of a file: the delimiter that divides most rows into the same number of cells, and whether the
 * first row is a header.
 * @param declared the delimiter, if known
 */
async function lookAtCsv(opened: Bytes, declared: string | undefined): Promise<FormatLook> {
  const bytes = toLookAt(opened);
  const start = await csvStart(bytes, 0);
  const text = await beginningOf(bytes.read(start.byte), LOOK_BYTES);
  const given = declared ?? start.delimiter;
  const tables = (given === undefined ? DELIMITERS : [given]).map((each) => tableAt(text, each));
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(bytes.path) ? '\t' : ',';
  tables.sort(
    (a, b) =>
      b.share - a.share || b.width - a.width || Number(b.delimiter === usual) - Number(a.delimiter === usual),
  );
  const [best] = tables as [Table];
  const rows = best.rows();
  const [first = [], ...rest] = rows;
  const header = !first.some(
    (cell, at) => DATA.test(cell) && rest.every((row) => !row[at] || DATA.test(row[at])),
  );
  const columns = header ? first : first.map((_, index) => `column${index + 1}`);
  const of = `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}`;
  const evidence = `${Math.round(best.share * rows.length)} of the first ${of} have ${best.width} cells`;
  return { delimiter: best.delimiter, evidence, columns, header };
}

function tableAt(text: Buffer, delimiter: string): Table {
  const framer = new CsvFramer(delimiter, 0, { byte: 0, line: 1 });
  const complete = framesOf(framer, text).slice(0, LOOK_ROWS);
  const rest = text.length < LOOK_BYTES && complete.length < LOOK_ROWS ? framesOf(framer) : [];
  const { bytes } = framer;
  const frames = [...complete, ...rest].slice(0, LOOK_ROWS);
  const widths = Map.groupBy(frames, ({ fault, cells }) => (fault ? 0 : cells));
  const [width, most] = [...widths].sort((a, b) => b[1].length - a[1].length)[0] ?? [0, []];
  // Every wrong delimiter gives one cell per row.
  const share = width < 2 ? 0 : most.length / frames.length;
  return {
    delimiter,
    width,
    share,
    rows: () =>
      frames.map(({ start, end, fault, cells }) =>
        fault ? [] : cellsOf(bytes.subarray(start, end), delimiter, cells),
      ),
  };
}
