import type { Plan, Step } from '../../../delivery/plan.ts';
import { partMuid } from '../../../input/rows/forms/ids.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';

/** The most messages that one text of an export, at most 1 MiB, is divided into. */
const PARTS_MAX = 250;

/**
 * The further messages that a message became when it was sent: those with its files (`split` of attachments), and the parts of
 * a long text of an export. A row that says that it was deleted need not have them any more.
 * @param find the entry of a key that no row has
 */
export function* partsOf(
  key: string,
  { mappings }: Step,
  { exported }: Plan,
  find: (key: string) => LedgerEntry | undefined,
): Generator<LedgerEntry> {
  if (mappings.some(({ parts }) => parts)) yield* found((part) => `${key}-f${part}`, 1, find);
  if (!exported) return;
  for (let of = 2; of <= PARTS_MAX; of++) {
    const entry = find(partMuid(key, 2, of));
    if (!entry) continue;
    yield entry;
    yield* found((part) => partMuid(key, part, of), 3, find);
    return;
  }
}

/** The entries of keys with ascending numbers, until one has none. */
function* found(
  keyOf: (part: number) => string,
  first: number,
  find: (key: string) => LedgerEntry | undefined,
): Generator<LedgerEntry> {
  for (let part = first; ; part++) {
    const entry = find(keyOf(part));
    if (!entry) return;
    yield entry;
  }
}
