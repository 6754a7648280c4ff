import type { Data, Entity, Item } from './entity.ts';
import type { Landing } from './landing.ts';
import type { Landed } from './ledger.ts';
import type { Outcome } from './outcome.ts';

/** What is to be done with a row: nothing more, or it goes on as an item of this kind. */
export type Against = { readonly outcome: Outcome } | Pick<Item, 'held' | 'maybeSent'>;

/** Compares a row with what the service is known to hold under its key. */
export function againstHeld(
  entity: Entity,
  data: Data,
  landing: Landing,
  landed: Landed | undefined,
): Against {
  if (!landed) return {};
  const { content, fixed } = landed.version;
  const { version } = landing;
  const isSame = content === version.content && fixed === version.fixed;
  if (landed.origin === 'sent') return { maybeSent: isSame ? 'same' : 'other' };
  if (isSame) return { outcome: { status: 'unchanged' } };
  if (fixed === -1 || fixed === version.fixed) return { held: landed };
  const names = Object.keys(entity.parts(data).fixed);
  const listed = names.length === 1 ? `${names[0]} has` : `one of ${names.join(', ')} has`;
  const message = `${listed} changed, which the service does not let be changed once the row has landed`;
  return { outcome: { status: 'rejected', problems: [{ code: 'SYNC.FIXED_FIELD', message }] } };
}
