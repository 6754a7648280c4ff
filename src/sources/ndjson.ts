import type { Source, SourceFormat, SourceOptions } from '../source.ts';
import { openBytes } from './bytes.ts';
import { NdjsonRows } from './ndjson-rows.ts';
import { passRows, rowChunks } from './row-parser.ts';

/** One JSON object on each line. */
export const ndjson: SourceFormat = {
  name: 'ndjson',
  endings: ['.ndjson', '.jsonl'],
  open: openNdjson,
};

async function openNdjson(path: string, file: number, options: SourceOptions): Promise<Source> {
  const bytes = await openBytes(path, options.encoding);
  const first = { byte: bytes.start, line: 1, row: 0 };
  return {
    path,
    format: 'ndjson',
    plain: bytes.plain,
    encoding: bytes.encoding,
    bytes: bytes.size,
    read(from, signal) {
      const start = from ?? first;
      return rowChunks(bytes.read(start.byte, signal), new NdjsonRows(file, bytes.encoding, start), signal);
    },
    pass: (sink, signal) =>
      passRows(bytes.read(first.byte, signal), new NdjsonRows(file, bytes.encoding, first), sink),
  };
}
