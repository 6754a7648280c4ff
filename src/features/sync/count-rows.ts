import { conversationOf } from '../../input/entities/conversation.ts';
import type { Data, Entity } from '../../input/entities/entity.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { diffOf, type RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { type Changes, CONVERSATIONS_MAX } from './changes.ts';
import { countFields, type FieldChanges } from './shape/field-changes.ts';

/** A row with what is known of its key in the service. */
export type CountedRow = {
  readonly version: RowVersion;
  readonly fields: FieldChanges;
  /** True if it is read before it is changed. */
  readonly isDoubtful: boolean;
};

/** Counts the current row of a key; with -1, a row that no longer is. */
export function countRow(
  entity: Entity,
  changes: Changes,
  { version, fields, isDoubtful }: CountedRow,
  { data, entry }: { readonly data: Data; readonly entry: LedgerEntry | undefined },
  by: 1 | -1,
): RowDiff {
  const compared = diffOf(entity, data, version, entry);
  const diff = compared === 'fixed' && isDoubtful ? 'changed' : compared;
  countFields(changes.fields, fields, by);
  if (diff === 'same') changes.unchanged += by;
  else if (diff === 'fixed') {
    changes.refused += by;
    changes.fixed += by;
  } else {
    if (diff === 'new') changes.created += by;
    else changes.updated += by;
    if (diff === 'changed' && (isDoubtful || entry?.version.content === -1)) changes.unread += by;
    if (changes.entity === 'messages') countConversation(changes, conversationOf(data), diff, by);
  }
  return diff;
}

function countConversation(
  { conversations }: Changes,
  name: string,
  diff: 'new' | 'changed',
  by: 1 | -1,
): void {
  const counts = conversations.get(name) ?? { new: 0, changed: 0 };
  counts[diff] += by;
  if (conversations.size < CONVERSATIONS_MAX || conversations.has(name)) conversations.set(name, counts);
}
