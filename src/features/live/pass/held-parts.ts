import { attachedOf } from '../../../input/entities/attached-key.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { memberOf } from '../../../ledger/member-key.ts';
import type { HeldPart, LaneWriter } from './lane-writer.ts';

/** Finds the members of a group, or the reactions to a message, in a ledger. */
export function heldParts(
  ledger: Ledger,
  entity: Parameters<LaneWriter['partsOf']>[0],
  owner: string,
): readonly HeldPart[] {
  if (entity === 'members')
    return ledger.membersOf(owner).flatMap((key) => {
      const ids = memberOf(key, ledger);
      return ids?.guid === owner.toLowerCase() ? [{ key, uid: ids.uid }] : [];
    });
  return ledger.reactionsTo(owner).map((key) => {
    const { uid, added } = attachedOf(key);
    return { key, uid, reaction: added };
  });
}

/** Finds the further messages that a long one became, in a ledger: whatever their numbers. */
export function furtherParts(ledger: Ledger, key: string): readonly string[] {
  return ledger.partsAfter(key).filter((part) => {
    const [, at, of] = NUMBERS.exec(part.slice(key.length)) ?? [];
    return Number(at) >= 2 && Number(at) <= Number(of);
  });
}

const NUMBERS = /^-(\d{1,4})of(\d{1,4})$/;
