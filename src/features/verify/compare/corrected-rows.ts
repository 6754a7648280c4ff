import type { EntityName } from '../../../input/entities/entity.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import type { KeyState, Stamp } from '../../../keys/key-index.ts';
import { type ExcludedRows, placeNumber } from '../expect/excluded-rows.ts';
import type { FoundDifferences } from './found-differences.ts';

/**
 * Removes differences of rows that only seem to be unknown to the source: rows that were rejected, corrected and written
 * again with another key than in the source.
 * @param landed every key that was written, with the place of its row in the sources
 * @returns the number of differences removed
 */
export async function removeCorrected(
  entity: EntityName,
  found: FoundDifferences,
  excluded: ExcludedRows,
  landed: AsyncIterable<{ readonly stamp: Stamp; readonly state: KeyState }>,
): Promise<number> {
  const places = excluded.places(entity);
  if (places.size === 0) return 0;
  const corrected = new Set<string>();
  for await (const { stamp, state } of landed)
    if (state === 'landed' && places.has(placeNumber(stamp.file, stamp.line)))
      corrected.add(`${stamp.lo} ${stamp.hi}`);
  if (corrected.size === 0) return 0;
  return found.removeOnlyTarget(entity, (key) => {
    const { lo, hi } = fingerprint64(key);
    return corrected.has(`${lo} ${hi}`);
  });
}
