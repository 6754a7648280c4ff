import { RunError } from '../../../errors/run-error.ts';
import { openBytes } from '../bytes/bytes.ts';
import { passRows, rowChunks } from '../row-parser.ts';
import type { Source, SourceFormat, SourceOptions } from '../source.ts';
import { readCsvHeader } from './csv-header.ts';
import { lookAtCsv } from './csv-look.ts';
import { CsvRows } from './csv-rows.ts';
import { firstRecord, guessDelimiter, shownDelimiter } from './delimiter.ts';

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
  rejects: async (sources) => (await import('./csv-rejects.ts')).csvRejects(sources),
} as const satisfies SourceFormat;

async function openCsv(path: string, file: number, options: SourceOptions): Promise<Source> {
  const usual = /\.tsv(\.gz|\.zstd?)?$/i.test(path) ? '\t' : ',';
  const declared = checked(options.delimiter, path);
  const bytes = await openBytes(path, options.encoding, options.files);
  const guess = declared
    ? undefined
    : await guessDelimiter(bytes, usual, { known: options.known ?? [], columns: options.columns });
  const delimiter = declared ?? guess?.record.delimiter ?? usual;
  const { columns, endByte, endLine } = options.columns
    ? { columns: options.columns, endByte: bytes.start, endLine: 1 }
    : await readCsvHeader(bytes, declared ? await firstRecord(bytes, declared) : guess?.record);
  const dialect = { delimiter, columns: columns.length, encoding: bytes.encoding, file };
  const first = { byte: endByte, line: endLine, row: 0 };
  return {
    path,
    format: csv,
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    columns,
    delimiter,
    ...(guess?.evidence ? { guessed: guessed(delimiter, guess.evidence) } : {}),
    read(from, signal, selection) {
      const start = from ?? first;
      return rowChunks(bytes.read(start.byte, signal), new CsvRows(dialect, start), signal, selection);
    },
    pass: (sink, signal) => passRows(bytes.read(first.byte, signal), new CsvRows(dialect, first), sink),
  };
}

function guessed(delimiter: string, evidence: string): string {
  const shown = shownDelimiter(delimiter);
  return `read with the delimiter ${shown}: ${evidence}; the pipeline can declare it (delimiter: ${shown})`;
}

function checked(declared: string | undefined, path: string): string | undefined {
  if (declared === undefined || /^[^"\r\n\u0080-\u{10ffff}]$/u.test(declared)) return declared;
  throw new RunError('CONFIG.INVALID', `delimiter ${JSON.stringify(declared)} is not one ASCII character`, {
    hint: 'use one character such as  ,  ;  |  or a tab',
    where: { file: path },
  });
}
