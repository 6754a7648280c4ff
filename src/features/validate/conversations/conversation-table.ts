import { FingerprintMap, type MapRoom } from '../../../keys/fingerprint-map.ts';
import { isSwapped, pairHi, pairLo } from '../../../prefilter/facts.ts';
import type { ConversationProfile } from '../../../report/result/profile.ts';

/** Comparison of the time of a message with the latest message before it in its conversation. */
const FIRST = 0;
const LATER = 1;
export const SAME_SECOND = 2;
export const EARLIER = 3;

/** Words of one entry: both halves of the fingerprint, first time, last time, number of messages and whether its name is kept. */
export const CONVERSATION_WORDS = 5;
const IS_NAMED = 0x8000_0000;
const MESSAGES_MASK = 0x7fff_ffff;
/** Conversations kept, about 70 MB; messages of further conversations are not compared. */
export const CONVERSATIONS_MAX = 3_000_000;

/** Every conversation so far: number of messages, first and last time; about 35 bytes each. */
export class ConversationTable {
  readonly #known: FingerprintMap;
  /** Of the conversation last added to: its messages, the last one included, and whether its name is kept. */
  messages = 0;
  isNamed = false;

  /** @param room which others fill too */
  constructor(room?: MapRoom) {
    this.#known = new FingerprintMap(CONVERSATION_WORDS, 0, room);
  }

  get size(): number {
    return this.#known.size;
  }

  /**
   * Adds a message.
   * @param sentAt epoch seconds, never 0
   * @returns how it compares with the latest message before it: FIRST, LATER, SAME_SECOND or EARLIER
   */
  add(lo: number, hi: number, sentAt: number): number {
    const known = this.#known;
    if (!known.find(lo, hi)) {
      this.messages = 1;
      this.isNamed = false;
      if (known.size >= CONVERSATIONS_MAX) return FIRST;
      known.add(lo, hi);
      known.slots[known.at + 2] = sentAt;
      known.slots[known.at + 3] = sentAt;
      known.slots[known.at + 4] = 1;
      return FIRST;
    }
    const { slots, at } = known;
    const last = slots[at + 3] as number;
    const counted = (slots[at + 4] as number) + 1;
    this.messages = counted & MESSAGES_MASK;
    this.isNamed = counted >= IS_NAMED;
    slots[at + 4] = counted;
    if (sentAt > last) {
      slots[at + 3] = sentAt;
      return LATER;
    }
    if (sentAt === last) return SAME_SECOND;
    if (sentAt < (slots[at + 2] as number)) slots[at + 2] = sentAt;
    return EARLIER;
  }

  /** Notes whether the name of a conversation is kept. */
  setNamed(lo: number, hi: number, isNamed: boolean): void {
    if (!this.#known.find(lo, hi)) return;
    const { slots, at } = this.#known;
    slots[at + 4] = ((slots[at + 4] as number) & MESSAGES_MASK) | (isNamed ? IS_NAMED : 0);
  }

  /** The counts of a conversation; undefined if it has none. */
  find(lo: number, hi: number): { messages: number; firstAt: number; lastAt: number } | undefined {
    if (!this.#known.find(lo, hi)) return undefined;
    const { slots, at } = this.#known;
    return {
      messages: (slots[at + 4] as number) & MESSAGES_MASK,
      firstAt: slots[at + 2] as number,
      lastAt: slots[at + 3] as number,
    };
  }

  /** The earliest time of a conversation, in epoch seconds; 0 if there is none. */
  firstAt(lo: number, hi: number): number {
    return this.#known.find(lo, hi) ? (this.#known.slots[this.#known.at + 2] as number) : 0;
  }
}

const SHOWN = 10;
/** Names kept; beyond that, the names of the smallest conversations are dropped. */
const NAMES_MAX = 2_048;
/** Up to this many conversations, every name is kept. */
const FEW = 1_024;
/** Beyond that, a name is kept from this many messages on. */
const NAMED_FROM = 16;

type NamedConversation = { readonly lo: number; readonly hi: number; readonly id: string };

/** The conversations with the most messages. Keeps names of large conversations only, to bound memory. */
export class BiggestConversations {
  #named = new Map<number, NamedConversation>();

  /** True if the name of the conversation that was last added to is to be kept; asked after each message, as assembly/account.ts does. */
  needsName({ messages, isNamed, size }: ConversationTable): boolean {
    if (isNamed) return false;
    if (messages === 1) return size <= FEW;
    return messages >= NAMED_FROM && (messages & (messages - 1)) === 0;
  }

  name(lo: number, hi: number, id: string, table: ConversationTable): void {
    this.#named.set(lo * 0x20_0000 + (hi >>> 11), { lo, hi, id });
    table.setNamed(lo, hi, true);
    if (this.#named.size <= NAMES_MAX) return;
    const ranked = this.#ranked(table);
    for (const [, left] of ranked.splice(NAMES_MAX / 2)) table.setNamed(left.lo, left.hi, false);
    this.#named = new Map(ranked.map(([, named]) => [named.lo * 0x20_0000 + (named.hi >>> 11), named]));
  }

  profile(table: ConversationTable): ConversationProfile[] {
    return this.#ranked(table)
      .slice(0, SHOWN)
      .map(([messages, { lo, hi, id }]) => {
        const found = table.find(lo, hi);
        return { id, messages, firstAt: found?.firstAt ?? 0, lastAt: found?.lastAt ?? 0 };
      });
  }

  #ranked(table: ConversationTable): [messages: number, named: NamedConversation][] {
    return Array.from(this.#named.values(), (named): [number, NamedConversation] => [
      table.find(named.lo, named.hi)?.messages ?? 0,
      named,
    ]).sort(([a, one], [b, other]) => b - a || (one.id < other.id ? -1 : 1));
  }
}

/** The fingerprint of a conversation. */
type ConversationKey = { readonly lo: number; readonly hi: number };

/** The key of the conversation of two users: the same one whichever of them sends. */
export function keyOfPair(aLo: number, aHi: number, bLo: number, bHi: number): ConversationKey {
  return isSwapped(aLo, aHi, bLo, bHi)
    ? { lo: pairLo(bLo, bHi, aLo, aHi), hi: pairHi(bLo, bHi, aLo, aHi) }
    : { lo: pairLo(aLo, aHi, bLo, bHi), hi: pairHi(aLo, aHi, bLo, bHi) };
}
