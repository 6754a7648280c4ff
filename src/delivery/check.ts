import { contentHash } from '../input/entities/content-hash.ts';
import type { Data, EntityName, Item } from '../input/entities/entity.ts';
import { duplicate, type JudgeDeps, judge } from '../input/rows/judge.ts';
import type { AcceptedStatus, Outcome } from '../input/rows/outcome.ts';
import type { PlaceOf } from '../input/rows/place.ts';
import type { Row } from '../input/rows/row.ts';
import { contentOf, type KeyIndex, type Stamp } from '../keys/key-index.ts';
import type { InFlight } from './in-flight.ts';

/** What rows are checked against before they are sent. */
export type CheckDeps = JudgeDeps & {
  /** The keys of every entity read so far, including this one. */
  readonly keys: Readonly<Record<EntityName, KeyIndex>>;
  readonly placeOf: PlaceOf;
  /** Rows that an earlier process has sent and counted, by number. */
  readonly accepted?: ReadonlyMap<number, AcceptedStatus>;
};

/**
 * Rows → items. Every row enters the window. A row that cannot be sent, or that the service has accepted before this process
 * began, is settled at once; the others continue as items in file order. Never throws because of the content of a row.
 */
export async function* check(
  chunks: AsyncIterable<readonly Row[]>,
  window: InFlight,
  deps: CheckDeps,
): AsyncGenerator<readonly Item[]> {
  for await (const rows of chunks) {
    const items: Item[] = [];
    for (const row of rows) {
      const checked = checkRow(row, deps);
      const { key, stamp, notCarried, tooOldAt } = checked;
      const seq = window.enter({
        row,
        valid: checked.data !== undefined,
        ...(key === undefined ? {} : { key }),
        ...(stamp ? { stamp } : {}),
        ...(notCarried ? { notCarried } : {}),
        ...(tooOldAt === undefined ? {} : { tooOldAt }),
      });
      const status = deps.accepted?.get(seq);
      if (status) window.settleCounted(seq, { status });
      else if (checked.data) items.push({ key: checked.key, data: checked.data, json: checked.json, seq });
      else window.settle(seq, checked.outcome);
    }
    yield items;
  }
}

type Checked = {
  stamp?: Stamp | undefined;
  notCarried?: readonly string[] | undefined;
  tooOldAt?: number | undefined;
} & (
  | { data: Data; key: string; json: string }
  | { data?: undefined; key?: string | undefined; outcome: Outcome }
);

function checkRow(row: Row, deps: CheckDeps): Checked {
  const { entity, keys } = deps;
  const judged = judge(row, deps);
  const index = keys[entity.name];
  if (!judged.data) {
    const { key, outcome, claim, tooOldAt } = judged;
    if (!claim) return { key, outcome, tooOldAt };
    const { first, stamp } = index.add(claim.key, claim.state, {
      content: 0,
      line: row.line,
      file: row.file,
    });
    return { key, outcome, tooOldAt, stamp: first ? undefined : stamp };
  }
  const { data, key, notCarried, tooOldAt } = judged;
  const content = contentOf(contentHash(entity, data));
  const { first, stamp } = index.add(key, 'landed', { content, line: row.line, file: row.file });
  if (first) return { key, outcome: duplicate(first, content, row, data, deps) };
  return { data, key, json: JSON.stringify(data), stamp, notCarried, tooOldAt };
}
