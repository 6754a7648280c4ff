import { assertNever } from '../errors/assert-never.ts';
import { messageOf } from '../input/entities/attached-key.ts';
import { sideOf } from '../input/entities/conversation.ts';
import { entities } from '../input/entities/entities.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** The group and the user of a membership. */
export type MemberIds = { readonly guid: string; readonly uid: string };

const SEPARATOR = '_member_';

/**
 * Splits the key of a member. If an id contains `_member_` itself, the split is used whose group and user are in the
 * ledger.
 * @returns undefined if that is not exactly one split
 */
export function memberOf(key: string, ledger: Pick<Ledger, 'find'>): MemberIds | undefined {
  const splits: MemberIds[] = [];
  for (let at = key.indexOf(SEPARATOR); at >= 0; at = key.indexOf(SEPARATOR, at + 1)) {
    const split = { guid: key.slice(0, at), uid: key.slice(at + SEPARATOR.length) };
    if (split.guid !== '' && split.uid !== '') splits.push(split);
  }
  if (splits.length === 1) return splits[0];
  const known = splits.filter(({ guid, uid }) => ledger.find('groups', guid) && ledger.find('users', uid));
  return known.length === 1 ? known[0] : undefined;
}

/** The group and the users with any of which the service removes a row. */
export type Carriers = { readonly guid?: string; readonly uids: readonly string[] };

/** The group of a message. */
const conversationCarriers = ({ conversation = '' }: Partial<LedgerEntry> = {}): Carriers => ({
  ...(conversation.startsWith('g ') ? { guid: conversation.slice(2) } : {}),
  uids: [],
});

/** Returns what the service removes a row with. */
export function carriersOf(entity: EntityName, entry: LedgerEntry, ledger: Pick<Ledger, 'find'>): Carriers {
  const { key } = entry;
  const { goesWith } = entities[entity];
  switch (goesWith) {
    case 'nothing':
      return { uids: [] };
    case 'membership': {
      const ids = memberOf(key, ledger);
      return ids ? { guid: ids.guid, uids: [ids.uid] } : { uids: [] };
    }
    case 'conversation':
      return conversationCarriers(entry);
    case 'message':
      return conversationCarriers(ledger.find('messages', messageOf(entities[entity], key)));
    case 'users':
      return { uids: key.split(' ') };
    case 'side': {
      const side = sideOf(key);
      if (!side) return { uids: [] };
      const { uid, peer } = side;
      return peer.entity === 'groups' ? { guid: peer.id, uids: [uid] } : { uids: [uid, peer.id] };
    }
    default:
      return assertNever(goesWith);
  }
}
