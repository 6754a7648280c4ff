import type { Row } from '../../input/rows/row.ts';
import type { Reading, Source } from '../../input/sources/source.ts';

/** The rows of a file that are chosen, by their numbers from 1. */
export type ChosenRows = {
  has(row: number): boolean;
  /** The number of the last of them; 0 if there is none. */
  readonly last: number;
};

/** In place of a row that is not chosen. */
const SKIPPED = Symbol('a row that is not chosen');

/** A source with some of its rows, which keep their positions. It is not read beyond the last of them. */
export function chosenSource(source: Source, chosen: ChosenRows): Source {
  async function* read<T = Row>(
    from: Parameters<Source['read']>[0],
    signal: AbortSignal,
    reading?: Reading<T>,
  ): AsyncGenerator<readonly T[]> {
    if ((from?.row ?? 0) >= chosen.last) return;
    const { names, record } = reading ?? {};
    // Values are made some time before they are yielded, so the end is where the value of the last row is.
    let made = 0;
    let end = Number.POSITIVE_INFINITY;
    const valued = <V>(row: number, make: () => V): V | typeof SKIPPED => {
      const value = chosen.has(row) ? make() : SKIPPED;
      if (value !== undefined) made++;
      if (value !== undefined && row === chosen.last) end = made;
      return value;
    };
    const rows = source.read<T | typeof SKIPPED>(from, signal, {
      names,
      ...(record ? { record: (bounds) => valued(bounds.row, () => record(bounds)) } : {}),
      row: (row) => valued(row.row, () => (reading ? reading.row(row) : (row as T))),
    });
    let yielded = 0;
    for await (const some of rows) {
      yield some.filter((each): each is Exclude<typeof each, typeof SKIPPED> => each !== SKIPPED);
      yielded += some.length;
      if (yielded >= end) return;
    }
  }
  return {
    ...source,
    read,
    async pass({ names, screen, row }, signal) {
      const reading: Reading<true> = {
        names,
        ...(screen ? { record: (record) => screen(record) || undefined } : {}),
        row(each) {
          row(each);
          return true;
        },
      };
      for await (const _ of read(undefined, signal, reading));
    },
  };
}
