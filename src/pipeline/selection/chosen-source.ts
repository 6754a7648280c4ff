import type { Row } from '../../input/rows/row.ts';
import type { Reading, Source } from '../../input/sources/source.ts';

/** In place of a row that is not chosen. */
const SKIPPED = Symbol('a row that is not chosen');

/**
 * A source with some of its rows, which keep their positions.
 * @param has whether the row with this number, from 1, is one of them
 */
export function chosenSource(source: Source, has: (row: number) => boolean): Source {
  return {
    ...source,
    async *read<T = Row>(from: Parameters<Source['read']>[0], signal: AbortSignal, reading?: Reading<T>) {
      const { names, record } = reading ?? {};
      const rows = source.read<T | typeof SKIPPED>(from, signal, {
        names,
        ...(record
          ? { record: (bounds, ordinal) => (has(bounds.row) ? record(bounds, ordinal) : SKIPPED) }
          : {}),
        row: (row) => (has(row.row) ? (reading ? reading.row(row) : (row as T)) : SKIPPED),
      });
      for await (const some of rows)
        yield some.filter((each): each is Exclude<typeof each, typeof SKIPPED> => each !== SKIPPED);
    },
    pass: ({ names, screen, row }, signal) =>
      source.pass(
        {
          ...(screen ? { names, screen: (record) => !has(record.row) || screen(record) } : {}),
          row: (each) => {
            if (has(each.row)) row(each);
          },
        },
        signal,
      ),
  };
}
