import type { Data, Entity, Item, MaybeSent, RemoteRow } from '../input/entities/entity.ts';
import type { RowVersion } from '../input/entities/row-version.ts';
import type { Outcome } from '../input/rows/outcome.ts';
import { isUncertain, type LedgerEntry } from './entry.ts';
import type { PendingEntry } from './pending-entry.ts';

/** How a version of a row differs from the row in the service; `fixed`: it would change a field that cannot change. */
export type RowDiff = 'new' | 'same' | 'changed' | 'fixed';

/** Compares a version with the ledger's entry; a row whose outcome is uncertain counts as new. */
export function diffOf(version: RowVersion, entry: LedgerEntry | undefined): RowDiff {
  if (!entry || isUncertain(entry)) return 'new';
  const { content, fixed } = entry.version;
  if (fixed !== -1 && fixed !== version.fixed) return 'fixed';
  return content === version.content && fixed === version.fixed ? 'same' : 'changed';
}

/** What to do with a row: settle it with this outcome, or send it as an item with these properties. */
export type DiffResult = { readonly outcome: Outcome } | Pick<Item, 'remote' | 'maybeSent'>;

/** Compares a row with the ledger's entry for its key, and sets the row's ledger number in `pending`. */
export function diffRow(
  entity: Entity,
  data: Data,
  pending: PendingEntry,
  entry: LedgerEntry | undefined,
): DiffResult {
  if (entry) pending.row = entry.row;
  const diff = diffOf(pending.version, entry);
  if (diff === 'new') return entry ? { maybeSent: maybeSent(entry, pending) } : {};
  if (diff === 'same') return { outcome: { status: 'unchanged' } };
  if (diff === 'changed') return { remote: remoteOf(entry as LedgerEntry) };
  return { outcome: fixedField(Object.keys(entity.parts(data).fixed)) };
}

/** The row in the service; its content is unknown if an earlier process may have changed it. */
const remoteOf = (entry: LedgerEntry): RemoteRow =>
  entry.version.content === -1 ? { ...entry, inDoubt: true } : entry;

/** The outcome of a row that would change one of `names`: fields that cannot change after the row is created. */
export function fixedField(names: readonly string[]): Outcome {
  const field = names.length === 1 ? names[0] : `one of ${names.join(', ')}`;
  const message = `${field} has changed, but the service does not allow that after the row was created`;
  return { status: 'rejected', problems: [{ code: 'SYNC.FIXED_FIELD', message }] };
}

function maybeSent(entry: LedgerEntry, { version }: PendingEntry): MaybeSent {
  const { version: recorded, origin, id, conversation, sentAt } = entry;
  const isFixedSame = recorded.fixed === version.fixed;
  return {
    isSame: isFixedSame && recorded.content === version.content,
    isFixedSame,
    wasOurs: origin === 'leaving',
    ...(id === undefined ? {} : { id }),
    ...(conversation === undefined ? {} : { conversation }),
    ...(sentAt === undefined ? {} : { sentAt }),
  };
}
