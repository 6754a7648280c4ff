import { type EntityName, entityNames, entityRecord } from '../input/entities/entity.ts';
import type { System } from '../system/system.ts';
import type { LedgerEntry } from './entry.ts';
import { LedgerIndex, within } from './index/ledger-index.ts';
import { removeIndex } from './index/remove-index.ts';
import type { LedgerPlace } from './ledger-place.ts';
import { LedgerLog } from './log/ledger-log.ts';
import { encodeEntries } from './log/records.ts';
import { openLog } from './open-log.ts';

/** Rows in a block. */
const BLOCK_ROWS = 1_000;

/**
 * Writes a ledger anew with some of its rows, so that nothing of the others is left in its files: a log is only appended,
 * and would keep them. Rows keep their numbers; no fingerprints count as published from then on. The new log is there as a
 * whole or not at all. No run may be under way: what one has sent and not counted would be lost.
 * @param place of the ledger, whose log exists
 * @param keeps whether a row stays
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`, `STATE.LOCKED`
 */
export function rewriteLog(
  place: LedgerPlace,
  system: System,
  keeps: (entity: EntityName, entry: LedgerEntry) => boolean,
): void {
  const { state, name } = place;
  {
    using log = openLog(place, system, []);
    using index = new LedgerIndex(place.index, log, system.files);
    const { publishedAt: _, publishedAs: __, writer: ___, ...meta } = log.meta;
    const rows = log.end.rows;
    const first = LedgerLog.begin({ ...meta, published: {}, keyed: [] }, log.end.serial + 1);
    using draft = state.draft(name);
    draft.write(first, 0);
    const to = new LedgerLog(draft, state.pathOf(name), []);
    for (const entity of entityNames) {
      const kept = within(index, entity, rows[entity] > 0 ? [[1, rows[entity]]] : []);
      for (const entries of inBlocks(kept, (entry) => keeps(entity, entry))) {
        const payload = encodeEntries(entries);
        to.append({ blocks: [{ kind: 'entries', entity, count: entries.length, payload }] }, rows);
      }
    }
    to.append(
      {
        blocks: meta.keyed.map((entity) => ({ kind: 'keyed', entity })),
        meta: { keyed: meta.keyed, checkpointAt: to.start },
      },
      rows,
    );
    draft.publish();
  }
  removeIndex(place.index, system.files);
}

/** Counts the rows of each entity in a ledger that a test finds. */
export function countInLog(
  place: LedgerPlace,
  system: System,
  isMeant: (entity: EntityName, entry: LedgerEntry) => boolean,
): Readonly<Record<EntityName, number>> {
  using log = openLog(place, system, []);
  using index = new LedgerIndex(place.index, log, system.files);
  return entityRecord((entity) => {
    const last = log.lastRow(entity);
    let count = 0;
    for (const entry of within(index, entity, last > 0 ? [[1, last]] : []))
      if (isMeant(entity, entry)) count++;
    return count;
  });
}

function* inBlocks(
  entries: Iterable<LedgerEntry>,
  keeps: (entry: LedgerEntry) => boolean,
): Generator<readonly LedgerEntry[]> {
  let block: LedgerEntry[] = [];
  for (const entry of entries) {
    if (keeps(entry)) block.push(entry);
    if (block.length < BLOCK_ROWS) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
