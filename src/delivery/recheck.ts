import type { Item } from '../input/entities/entity.ts';
import { isInactiveUser } from '../input/entities/rights.ts';
import { judge } from '../input/rows/judge.ts';
import type { Cursor, Row } from '../input/rows/row.ts';
import type { Source } from '../input/sources/source.ts';
import { type CheckDeps, itemOf } from './check.ts';
import type { InFlight } from './in-flight.ts';

/** Reads the rows in doubt again, in file order. Reads each file only from its first such row to its last. */
export async function* doubtfulRows(
  sources: readonly Source[],
  doubts: readonly Cursor[],
  signal: AbortSignal,
): AsyncGenerator<readonly Row[]> {
  const byFile = Map.groupBy(doubts, ({ file }) => file);
  for (const [file, source] of sources.entries()) {
    const places = byFile.get(file)?.toSorted((a, b) => a.row - b.row) ?? [];
    const [first] = places;
    if (!first) continue;
    const wanted = new Set(places.map(({ row }) => row + 1));
    for await (const rows of source.read(first, signal)) {
      yield rows.filter(({ row }) => wanted.delete(row));
      if (wanted.size === 0) break;
    }
  }
}

/**
 * Rows in doubt → items, as `check`. Their keys are taken already, by themselves, and what they refer to was checked before
 * they were sent the first time.
 */
export async function* recheck(
  chunks: AsyncIterable<readonly Row[]>,
  window: InFlight,
  deps: CheckDeps,
): AsyncGenerator<readonly Item[]> {
  const { entity, keys } = deps;
  const judgeDeps = {
    ...deps,
    entity: { ...entity, refs: () => [] },
    retention: undefined,
    // Whoever they are about was active then.
    isHeld: () => true,
  };
  for await (const rows of chunks) {
    const items: Item[] = [];
    for (const row of rows) {
      const found = judge(row, judgeDeps);
      const { key } = found;
      const stamp = key === undefined ? undefined : keys[entity.name].find(key);
      const isInactive = found.data !== undefined && isInactiveUser(entity, found.data);
      const notCarried = found.data ? found.notCarried : undefined;
      const seq = window.enter({
        row,
        valid: found.data !== undefined,
        ...(key === undefined ? {} : { key }),
        ...(stamp ? { stamp } : {}),
        ...(isInactive ? { isInactive } : {}),
        ...(notCarried ? { notCarried } : {}),
      });
      if (found.data) items.push({ ...itemOf(found.key, found.data, row, deps), seq });
      else window.settle(seq, found.outcome);
    }
    yield items;
  }
}
