import { isSwapped, pairHi, pairLo } from '../../../prefilter/facts.ts';

/** The fingerprint of a conversation. */
export type ConversationKey = { readonly lo: number; readonly hi: number };

/** The key of the conversation of two users: the same one whichever of them sends. */
export function keyOfPair(aLo: number, aHi: number, bLo: number, bHi: number): ConversationKey {
  return isSwapped(aLo, aHi, bLo, bHi)
    ? { lo: pairLo(bLo, bHi, aLo, aHi), hi: pairHi(bLo, bHi, aLo, aHi) }
    : { lo: pairLo(aLo, aHi, bLo, bHi), hi: pairHi(aLo, aHi, bLo, bHi) };
}
