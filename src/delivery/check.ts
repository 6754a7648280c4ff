import { contentHash } from '../input/entities/content-hash.ts';
import type { Data, EntityName, Item } from '../input/entities/entity.ts';
import { isInactiveUser } from '../input/entities/rights.ts';
import { type VersionOf, versionHash } from '../input/entities/row-version.ts';
import { duplicate, type JudgeDeps, judge } from '../input/rows/judge.ts';
import type { Mapping } from '../input/rows/mapping.ts';
import type { AcceptedStatus, Outcome } from '../input/rows/outcome.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { Row } from '../input/rows/row.ts';
import { contentOf, type KeyIndex } from '../keys/key-index.ts';
import type { InFlight, RowInFlight } from './in-flight.ts';
import type { LineItem } from './rows/line-row.ts';
import { SlabRow } from './rows/slab-row.ts';
import type { LeftOut } from './sending/left-out.ts';

/** Things that rows are checked against before they are sent. */
export type CheckDeps = JudgeDeps & {
  /** The keys of every entity read so far, including this one. */
  readonly keys: Readonly<Record<EntityName, KeyIndex>>;
  readonly placeOf: PlaceOf;
  /**
   * Set in a sync: rows of one key repeat each other if their versions are equal, which is what the comparison says.
   * Without it, all of their fields count.
   */
  readonly versionOf?: VersionOf | undefined;
};

/** A row that was checked as an object: an item to be sent, or its outcome. */
type ObjectRow = { readonly entry: RowInFlight } & (
  | { readonly item: Omit<Item, 'seq'> }
  | { readonly item?: undefined; readonly outcome: Outcome; readonly hostMuid?: string | undefined }
);

/** A row that was checked against all rows before it. */
export type CheckedRow = SlabRow | ObjectRow;

/**
 * Checked rows → items. Every row enters the window. A row that cannot be sent, or that the service has accepted before this
 * process began, is settled at once; the others continue as items in file order.
 * @param accepted rows that an earlier process has sent and counted, by number
 * @param leftOut finds rows that are left out with the message that they hang on
 */
export async function* check(
  chunks: AsyncIterable<readonly CheckedRow[]>,
  window: InFlight,
  accepted: ReadonlyMap<number, AcceptedStatus> = new Map(),
  leftOut?: LeftOut,
): AsyncGenerator<readonly LineItem[]> {
  for await (const rows of chunks) {
    const items: LineItem[] = [];
    // By index: a generator makes an object for each step of an iterator.
    for (let index = 0; index < rows.length; index++) {
      const row = rows[index] as CheckedRow;
      const seq = window.enter(row instanceof SlabRow ? row : row.entry);
      const status = accepted.get(seq);
      if (status) window.settleCounted(seq, { status });
      else if (row instanceof SlabRow) {
        row.seq = seq;
        items.push(row);
      } else {
        const outcome = leftOut && (await leftOut(row.item ?? row));
        if (outcome) window.settle(seq, outcome);
        else if (row.item) items.push({ ...row.item, seq });
        else window.settle(seq, row.outcome);
      }
    }
    yield items;
  }
}

/** Checks a row, and records its key. Never throws because of the content of the row. */
export function checkRow(row: Row, deps: CheckDeps): CheckedRow {
  const { entity, keys } = deps;
  const judged = judge(row, deps);
  const { key, tooOldAt } = judged;
  const named = {
    row,
    ...(key === undefined ? {} : { key }),
    ...(tooOldAt === undefined ? {} : { tooOldAt }),
  };
  const index = keys[entity.name];
  const { line, file } = row;
  if (!judged.data) {
    const { outcome, claim } = judged;
    const added = claim && index.add(claim.key, claim.state, { content: 0, line, file });
    const stamp = added && !added.first ? { stamp: added.stamp } : {};
    return { entry: { ...named, ...stamp, valid: false }, outcome, hostMuid: judged.hostMuid };
  }
  const { data, notCarried } = judged;
  const content = contentOf(hashOf(data, deps));
  const isInactive = isInactiveUser(entity, data);
  const { first, stamp } = index.add(judged.key, isInactive ? 'inactive' : 'landed', { content, line, file });
  if (first) {
    const { tooOldAt: _, ...entry } = named;
    return { entry: { ...entry, valid: false }, outcome: duplicate(first, content, row, data, deps) };
  }
  return {
    entry: {
      ...named,
      stamp,
      valid: true,
      ...(isInactive ? { isInactive } : {}),
      ...(notCarried ? { notCarried } : {}),
    },
    item: itemOf(judged.key, data, row, deps),
  };
}

function hashOf(data: Data, { entity, versionOf }: CheckDeps): number {
  if (!versionOf) return contentHash(entity, data);
  const { content, fixed } = versionOf(entity, data);
  return versionHash(content, fixed);
}

/** The item that is made of a valid row. */
export const itemOf = (
  key: string,
  data: Data,
  { file, values }: Row,
  { mappings }: Pick<CheckDeps, 'mappings'>,
): Omit<Item, 'seq'> => {
  const owned = (mappings[file] as Mapping).owned(values);
  owned.note(data);
  return { key, data, json: JSON.stringify(data), owned };
};
