/** How a message stands to the one before it in its conversation. */
export const FIRST = 0;
export const LATER = 1;
export const SAME_SECOND = 2;
export const EARLIER = 3;

/** Words of one entry: both halves of the fingerprint, the first and the last time, and the messages. */
const WORDS = 5;
const CAPACITY_MIN = 1_024;
const LOAD_MAX = 0.7;
/** Conversations that are told apart, some 90 MB of them; messages of any beyond are not compared. */
export const CONVERSATIONS_MAX = 3_000_000;

/** Every conversation seen so far: how many messages it has, and from when to when; about 28 bytes each. */
export class ConversationTable {
  #slots = new Uint32Array(CAPACITY_MIN * WORDS);
  #capacity = CAPACITY_MIN;
  size = 0;
  /** Messages of the conversation last noted, itself included. */
  messages = 0;

  /** Notes a message and says how it stands to the latest one before it. Times are epoch seconds and never 0. */
  note(lo: number, hi: number, sentAt: number): number {
    let slots = this.#slots;
    let at = this.#find(lo, hi);
    if (slots[at + 4] === 0) {
      this.messages = 1;
      if (this.size >= CONVERSATIONS_MAX) return FIRST;
      this.size++;
      if (this.size * WORDS > slots.length * LOAD_MAX) {
        this.#grow();
        slots = this.#slots;
        at = this.#find(lo, hi);
      }
      slots[at] = lo;
      slots[at + 1] = hi;
      slots[at + 2] = sentAt;
      slots[at + 3] = sentAt;
      slots[at + 4] = 1;
      return FIRST;
    }
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
    const at = this.#find(lo, hi);
    const [firstAt = 0, lastAt = 0, messages = 0] = this.#slots.subarray(at + 2, at + 5);
    return messages === 0 ? undefined : { messages, firstAt, lastAt };
  }

  /** The earliest time noted; 0 where there is none. */
  firstAt(lo: number, hi: number): number {
    return this.#slots[this.#find(lo, hi) + 2] as number;
  }

  #find(lo: number, hi: number): number {
    const slots = this.#slots;
    let at = (lo % this.#capacity) * WORDS;
    while (slots[at + 4] !== 0 && (slots[at] !== lo || slots[at + 1] !== hi))
      at = at + WORDS === slots.length ? 0 : at + WORDS;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(before.length * 2);
    for (let from = 0; from < before.length; from += WORDS) {
      if (before[from + 4] === 0) continue;
      const at = this.#find(before[from] as number, before[from + 1] as number);
      this.#slots.set(before.subarray(from, from + WORDS), at);
    }
  }
}
