import { RunError } from '../../../errors/run-error.ts';
import { bytesFor } from '../block-rows.ts';
import { openBytes } from '../bytes/bytes.ts';
import { openOrEmpty } from '../empty-source.ts';
import { withNulls } from '../nulls.ts';
import { passRows, type RowParser, rowChunks, rowOfRecord } from '../row-parser.ts';
import type { Source, SourceFormat, SourceOptions } from '../source.ts';
import { csvHead, unnamedWatch } from './csv-head.ts';
import { lookAtCsv } from './csv-look.ts';
import { CsvRows } from './csv-rows.ts';
import { shownDelimiter } from './delimiter.ts';

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
      hint: 'leave rows: out, or declare  format: json',
      where: { file: path },
    });
  const bytes = await openBytes(path, options.encoding, options.files);
  const { delimiter, evidence, columns, unnamed, first, header, dialect } = await csvHead(bytes, options);
  const shared = { columns: columns.length, encoding: bytes.encoding, file };
  const watched = unnamedWatch({ columns, unnamed }, options);
  // csv-parse is loaded with the first file that needs it.
  const { DialectRows } = dialect ? await import('./dialect-rows.ts') : {};
  const parserFrom = (from: RowStart): RowParser =>
    dialect && DialectRows
      ? new DialectRows({ ...shared, dialect, header: header && columns }, from, watched)
      : new CsvRows({ ...shared, delimiter, header }, from, watched);
  const source: Source = {
    path,
    format: csv,
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    columns,
    delimiter,
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

type RowStart = { readonly byte: number; readonly line: number; readonly row: number };

function guessed(delimiter: string, evidence: string): string {
  const shown = shownDelimiter(delimiter);
  return `read with the delimiter ${shown}: ${evidence}; the pipeline can declare it (delimiter: ${shown})`;
}
