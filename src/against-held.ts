import type { Data, Entity, Item } from './entity.ts';
import { isUnsure, type Landed } from './landed.ts';
import type { Landing } from './landing.ts';
import type { Outcome } from './outcome.ts';
import type { RowVersion } from './row-version.ts';

/** What a version of a row is beside what the service holds; `fixed`: it would change what cannot be changed. */
export type Standing = 'new' | 'same' | 'changed' | 'fixed';

export function standingOf(version: RowVersion, landed: Landed | undefined): Standing {
  if (!landed || isUnsure(landed)) return 'new';
  const { content, fixed } = landed.version;
  if (fixed !== -1 && fixed !== version.fixed) return 'fixed';
  return content === version.content && fixed === version.fixed ? 'same' : 'changed';
}

/** What is to be done with a row: nothing more, or it goes on as an item of this kind. */
export type Against = { readonly outcome: Outcome } | Pick<Item, 'held' | 'maybeSent'>;

type Versioned = { readonly version: RowVersion };

/** Compares a row with what the service is known to hold under its key, and gives it its number there. */
export function againstHeld(
  entity: Entity,
  data: Data,
  landing: Landing,
  landed: Landed | undefined,
): Against {
  if (landed) landing.row = landed.row;
  const standing = standingOf(landing.version, landed);
  if (standing === 'new') return landed ? { maybeSent: isSame(landed, landing) ? 'same' : 'other' } : {};
  if (standing === 'same') return { outcome: { status: 'unchanged' } };
  if (standing === 'changed') return { held: landed as Landed };
  const names = Object.keys(entity.parts(data).fixed);
  const listed = names.length === 1 ? `${names[0]} has` : `one of ${names.join(', ')} has`;
  const message = `${listed} changed, which the service does not let be changed once the row has landed`;
  return { outcome: { status: 'rejected', problems: [{ code: 'SYNC.FIXED_FIELD', message }] } };
}

const isSame = ({ version: a }: Versioned, { version: b }: Versioned): boolean =>
  a.content === b.content && a.fixed === b.fixed;
