import type { Row, RowPlace } from '../rows/row.ts';
import type { Source } from './source.ts';

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
