import { RunError } from '../errors.ts';
import type { Source, SourceFormat, SourceOptions } from '../source.ts';
import { openBytes } from './bytes.ts';
import { readCsvHeader } from './csv-header.ts';
import { CsvRows } from './csv-rows.ts';
import { passRows, rowChunks } from './row-parser.ts';

/** Comma-separated values, or separated by any other ASCII character, with a header line unless the pipeline names the columns. */
export const csv: SourceFormat = {
  name: 'csv',
  endings: ['.csv', '.tsv', '.txt'],
  open: openCsv,
};

async function openCsv(path: string, file: number, options: SourceOptions): Promise<Source> {
  const delimiter = delimiterOf(path, options.delimiter);
  const bytes = await openBytes(path, options.encoding);
  const { columns, endByte, endLine } = options.columns
    ? { columns: options.columns, endByte: bytes.start, endLine: 1 }
    : await readCsvHeader(bytes, delimiter);
  const dialect = { delimiter, columns: columns.length, encoding: bytes.encoding, file };
  const first = { byte: endByte, line: endLine, row: 0 };
  return {
    path,
    format: 'csv',
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    columns,
    delimiter,
    read(from, signal) {
      const start = from ?? first;
      return rowChunks(bytes.read(start.byte, signal), new CsvRows(dialect, start), signal);
    },
    pass: (sink, signal) => passRows(bytes.read(first.byte, signal), new CsvRows(dialect, first), sink),
  };
}

function delimiterOf(path: string, declared: string | undefined): string {
  if (declared === undefined) return /\.tsv(\.gz|\.zstd?)?$/i.test(path) ? '\t' : ',';
  if (/^[^"\r\n\u0080-\u{10ffff}]$/u.test(declared)) return declared;
  throw new RunError('CONFIG.INVALID', `delimiter ${JSON.stringify(declared)} is not one ASCII character`, {
    hint: 'use one character such as  ,  ;  |  or a tab',
    where: { file: path },
  });
}
