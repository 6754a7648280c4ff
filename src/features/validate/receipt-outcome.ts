import { peerOf } from '../../input/entities/conversation.ts';
import type { Data } from '../../input/entities/entity.ts';
import { NOTHING_TO_MARK, OUTSIDE_CONVERSATION } from '../../input/rows/broken-ref.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';
import { pairHi, pairLo } from '../../prefilter/facts.ts';
import { keyOfPair } from './conversations/conversation-key.ts';
import type { References } from './references.ts';

/** The outcome of a receipt that certainly marks nothing, by the members and messages of the files; undefined for any other. */
export function receiptOutcome(
  { conversation, uid, readAt, deliveredAt }: Data,
  refs: References,
): Outcome | undefined {
  const { conversations, memberships } = refs;
  const peer = peerOf(conversation as string, uid as string);
  if (!peer || !conversations) return undefined;
  const [own, other] = [fingerprint64(uid as string), fingerprint64(peer.id)];
  const isGroup = peer.entity === 'groups';
  if (isGroup && memberships?.complete && refs.groups.hasLanded(other.lo, other.hi)) {
    const [lo, hi] = [pairLo(other.lo, other.hi, own.lo, own.hi), pairHi(other.lo, other.hi, own.lo, own.hi)];
    if (!refs.isMember(lo, hi)) return OUTSIDE_CONVERSATION;
  }
  const { lo, hi } = isGroup ? other : keyOfPair(own.lo, own.hi, other.lo, other.hi);
  const firstAt = conversations.firstAt(lo, hi);
  const to = (readAt ?? deliveredAt) as number;
  return firstAt === 0 || firstAt > to ? NOTHING_TO_MARK : undefined;
}
