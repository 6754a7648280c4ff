import type { Row, RowPlace } from '../rows/row.ts';
import type { Reading, Source } from './source.ts';

/**
 * Reads single rows again, by their positions. A plain file is read from each position; any other file is read once, up
 * to the last position.
 * @returns the rows in the order of the positions; undefined for a row that no longer exists
 */
export async function rowsAt(
  sources: readonly Source[],
  places: readonly RowPlace[],
  signal: AbortSignal,
): Promise<readonly (Row | undefined)[]> {
  const rows = new Map<RowPlace, Row>();
  for (const [file, wanted] of Map.groupBy(places, (place) => place.file)) {
    const source = sources[file];
    if (!source) continue;
    if (source.plain) for (const place of wanted) await seek(source, place, rows, signal);
    else await readThrough(source, wanted, rows, signal);
  }
  return places.map((place) => rows.get(place));
}

async function seek(
  source: Source,
  place: RowPlace,
  rows: Map<RowPlace, Row>,
  signal: AbortSignal,
): Promise<void> {
  const from = { file: place.file, row: 0, line: place.line, byte: place.byte };
  for await (const [row] of source.read(from, signal)) {
    if (!row) continue;
    rows.set(place, row);
    return;
  }
}

async function readThrough(
  source: Source,
  places: readonly RowPlace[],
  rows: Map<RowPlace, Row>,
  signal: AbortSignal,
): Promise<void> {
  const byByte = new Map(places.map((place) => [place.byte, place]));
  for await (const chunk of source.read(undefined, signal))
    for (const row of chunk) {
      const place = byByte.get(row.byte);
      if (!place) continue;
      rows.set(place, row);
      byByte.delete(row.byte);
      if (byByte.size === 0) return;
    }
}

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
    // Values are made some time before they are yielded, so the end is where the value of the last row is.
    let made = 0;
    let end = Number.POSITIVE_INFINITY;
    const rows = source.read<T | typeof SKIPPED>(from, signal, {
      row(row) {
        made++;
        if (row.row === chosen.last) end = made;
        if (!chosen.has(row.row)) return SKIPPED;
        return reading ? reading.row(row) : (row as T);
      },
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
    async pass({ row }, signal) {
      for await (const rows of read(undefined, signal)) for (const each of rows) row(each);
    },
  };
}
