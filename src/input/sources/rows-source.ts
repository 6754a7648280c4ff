import type { Cursor, Row } from '../rows/row.ts';
import { formatOf } from './formats.ts';
import { CHUNK_ROWS_MAX, type Reading, type Source } from './source.ts';

/** A source of rows that are objects in memory. Each has its number, from 1, as its line; no file has them. */
export function rowsSource(rows: readonly Readonly<Record<string, unknown>>[], name: string): Source {
  const rowAt = (at: number): Row => ({
    file: 0,
    row: at + 1,
    line: at + 1,
    byte: at,
    endLine: at + 2,
    endByte: at + 1,
    values: rows[at] as Row['values'],
  });
  return {
    path: name,
    format: formatOf(name, 'ndjson'),
    plain: false,
    encoding: 'utf-8',
    bytes: 0,
    rows: rows.length,
    inputs: [],
    async *read<T>(from: Cursor | undefined, signal: AbortSignal, reading?: Reading<T>) {
      for (let first = from?.row ?? 0; first < rows.length; first += CHUNK_ROWS_MAX) {
        signal.throwIfAborted();
        const last = Math.min(rows.length, first + CHUNK_ROWS_MAX);
        const chunk: T[] = [];
        // Without a reading, rows are what is read.
        for (let at = first; at < last; at++) chunk.push(reading ? reading.row(rowAt(at)) : (rowAt(at) as T));
        yield chunk;
      }
    },
    async pass(sink, signal) {
      for (let at = 0; at < rows.length; at++) {
        if (at % CHUNK_ROWS_MAX === 0) signal.throwIfAborted();
        sink.row(rowAt(at));
      }
    },
  };
}
