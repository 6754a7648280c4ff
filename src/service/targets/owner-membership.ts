import type { Item } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Transport } from '../transport/transport.ts';
import { remoteRow } from './change/remote-row.ts';
import type { ExistingRow, Route } from './target.ts';

/** Owners that are remembered: several rows of a group may exist already. */
const GROUPS_MAX = 10_000;
/** The scope in which the owner of a new group joins it. */
const OWNER_SCOPE = 'admin';

/**
 * Services make the owner of a new group a member of it. Where our own call created the group, that membership is ours, too: it
 * gets what its row says. In a group that was there before us, it stays as it is.
 */
export function ownerMembership(): Required<Pick<Route, 'made'>> {
  const owners = new Map<string, Promise<string | undefined>>();
  return {
    async made(item, existing, transport, signal): Promise<Item | Outcome | undefined> {
      const { guid, uid, scope, isBanned } = item.data;
      if (!existing.inOwnGroup) return undefined;
      const key = String(guid);
      const reading = owners.get(key) ?? ownerOf(key, transport, signal);
      if (owners.size >= GROUPS_MAX) owners.clear();
      owners.set(key, reading);
      if ((await reading) !== String(uid).toLowerCase()) return undefined;
      const isAsMade = (scope === undefined || scope === OWNER_SCOPE) && isBanned !== true;
      // An earlier process may have sent another scope.
      if (isAsMade && item.maybeSent?.isSame !== false) return { status: 'created' };
      return { ...item, remote: { active: isKnownActive(item, existing) ? true : undefined, made: true } };
    },
  };
}

/** An earlier process may have sent another version of the row, which may have been a ban. */
const isKnownActive = ({ maybeSent }: Item, { isOurs }: ExistingRow): boolean =>
  !isOurs || maybeSent?.isSame !== false;

async function ownerOf(guid: string, transport: Transport, signal: AbortSignal): Promise<string | undefined> {
  const owner = (await remoteRow('groups', guid, transport, signal))?.['owner'];
  return typeof owner === 'string' ? owner.toLowerCase() : undefined;
}
