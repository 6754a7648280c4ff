import { FingerprintMap } from '../../keys/fingerprint-map.ts';

/** How a message stands to the one before it in its conversation. */
export const FIRST = 0;
export const LATER = 1;
export const SAME_SECOND = 2;
export const EARLIER = 3;

/** Words of one entry: both halves of the fingerprint, the first and the last time, and the messages. */
const WORDS = 5;
/** Conversations that are told apart, some 90 MB of them; messages of any beyond are not compared. */
export const CONVERSATIONS_MAX = 3_000_000;

/** Every conversation seen so far: how many messages it has, and from when to when; about 31 bytes each. */
export class ConversationTable {
  readonly #known = new FingerprintMap(WORDS);
  /** Messages of the conversation last noted, itself included. */
  messages = 0;

  get size(): number {
    return this.#known.size;
  }

  /** Notes a message and says how it stands to the latest one before it. Times are epoch seconds and never 0. */
  note(lo: number, hi: number, sentAt: number): number {
    const known = this.#known;
    if (!known.find(lo, hi)) {
      this.messages = 1;
      if (known.size >= CONVERSATIONS_MAX) return FIRST;
      known.add(lo, hi);
      known.slots[known.at + 2] = sentAt;
      known.slots[known.at + 3] = sentAt;
      known.slots[known.at + 4] = 1;
      return FIRST;
    }
    const { slots, at } = known;
    const last = slots[at + 3] as number;
    this.messages = (slots[at + 4] as number) + 1;
    slots[at + 4] = this.messages;
    if (sentAt > last) {
      slots[at + 3] = sentAt;
      return LATER;
    }
    if (sentAt === last) return SAME_SECOND;
    if (sentAt < (slots[at + 2] as number)) slots[at + 2] = sentAt;
    return EARLIER;
  }

  /** What is known of a conversation; undefined where it was never noted. */
  find(lo: number, hi: number): { messages: number; firstAt: number; lastAt: number } | undefined {
    if (!this.#known.find(lo, hi)) return undefined;
    const { slots, at } = this.#known;
    const [firstAt = 0, lastAt = 0, messages = 0] = slots.subarray(at + 2, at + WORDS);
    return { messages, firstAt, lastAt };
  }

  /** The earliest time noted; 0 where there is none. */
  firstAt(lo: number, hi: number): number {
    return this.#known.find(lo, hi) ? (this.#known.slots[this.#known.at + 2] as number) : 0;
  }
}
