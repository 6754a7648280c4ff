import type { Data, Entity, Item, MaybeSent } from '../input/entities/entity.ts';
import type { RowVersion } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { isUncertain, type LedgerEntry } from './entry.ts';
import type { PendingEntry } from './pending-entry.ts';

/** What a version of a row is beside what the service holds; `fixed`: it would change what cannot be changed. */
export type RowDiff = 'new' | 'same' | 'changed' | 'fixed';

export function diffOf(version: RowVersion, entry: LedgerEntry | undefined): RowDiff {
  if (!entry || isUncertain(entry)) return 'new';
  const { content, fixed } = entry.version;
  if (fixed !== -1 && fixed !== version.fixed) return 'fixed';
  return content === version.content && fixed === version.fixed ? 'same' : 'changed';
}

/** What is to be done with a row: nothing more, or it goes on as an item of this kind. */
export type DiffResult = { readonly outcome: Outcome } | Pick<Item, 'remote' | 'maybeSent'>;

/** Compares a row with what the service is known to hold under its key, and gives it its number there. */
export function diffRow(
  entity: Entity,
  data: Data,
  pending: PendingEntry,
  entry: LedgerEntry | undefined,
): DiffResult {
  if (entry) pending.row = entry.row;
  const standing = diffOf(pending.version, entry);
  if (standing === 'new') return entry ? { maybeSent: maybeSent(entry, pending) } : {};
  if (standing === 'same') return { outcome: { status: 'unchanged' } };
  if (standing === 'changed') return { remote: entry as LedgerEntry };
  return { outcome: fixedField(Object.keys(entity.parts(data).fixed)) };
}

/** The outcome of a row that would change one of some fields which stay as they were created. */
export function fixedField(names: readonly string[]): Outcome {
  const listed = names.length === 1 ? `${names[0]} has` : `one of ${names.join(', ')} has`;
  const message = `${listed} changed, which the service does not let be changed once the row has landed`;
  return { status: 'rejected', problems: [{ code: 'SYNC.FIXED_FIELD', message }] };
}

function maybeSent(entry: LedgerEntry, { version }: PendingEntry): MaybeSent {
  const { version: then, origin, id, conversation, sentAt } = entry;
  const isFixedSame = then.fixed === version.fixed;
  return {
    isSame: isFixedSame && then.content === version.content,
    isFixedSame,
    wasOurs: origin === 'leaving',
    ...(id === undefined ? {} : { id }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(sentAt === undefined ? {} : { sentAt }),
  };
}
