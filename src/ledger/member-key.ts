import { assertNever } from '../errors/assert-never.ts';
import { entities } from '../input/entities/entities.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';

/** Whose membership it is, and of which group. */
export type MemberIds = { readonly guid: string; readonly uid: string };

const BETWEEN = '_member_';

/**
 * Takes the key of a member apart. Ids may hold `_member_` themselves: then the parts are those that the ledger knows.
 * @returns undefined where that leaves more than one way
 */
export function memberOf(key: string, ledger: Pick<Ledger, 'find'>): MemberIds | undefined {
  const ways: MemberIds[] = [];
  for (let at = key.indexOf(BETWEEN); at >= 0; at = key.indexOf(BETWEEN, at + 1)) {
    const way = { guid: key.slice(0, at), uid: key.slice(at + BETWEEN.length) };
    if (way.guid !== '' && way.uid !== '') ways.push(way);
  }
  if (ways.length === 1) return ways[0];
  const known = ways.filter(({ guid, uid }) => ledger.find('groups', guid) && ledger.find('users', uid));
  return known.length === 1 ? known[0] : undefined;
}

/** The group and the user that take a row of the service with them when they leave. */
export function carriersOf(
  entity: EntityName,
  { key, conversation = '' }: LedgerEntry,
  ledger: Pick<Ledger, 'find'>,
): Partial<MemberIds> {
  const { goesWith } = entities[entity];
  switch (goesWith) {
    case 'nothing':
      return {};
    case 'membership':
      return memberOf(key, ledger) ?? {};
    case 'conversation':
      return conversation.startsWith('g ') ? { guid: conversation.slice(2) } : {};
    default:
      return assertNever(goesWith);
  }
}
