import { FingerprintMap } from '../../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';

/** A message as far as its thread is concerned. */
export type ThreadedMessage = {
  readonly key: string;
  /** The key of the message that it answers. */
  readonly parent: string | undefined;
  readonly conversation: string | undefined;
};

/** The words of an entry after its fingerprint: that of the message that is answered (2), the conversation, the state. */
const PARENT = 2;
const CONVERSATION = 4;
const STATE = 5;
const WORDS = 6;

/** The facts known of a message. `settled`: the message in `PARENT` is the root of its thread, perhaps itself. */
const IS = { answered: 1, reply: 2, there: 4, onTheWay: 8, settled: 16 } as const;

type Fingerprint = { readonly lo: number; readonly hi: number };

/**
 * Finds the root of the thread of each reply, as the service takes it: a message of the same conversation that is no reply
 * itself. A reply to a reply has the root of that one. Memory: some 40 bytes for each reply and each answered message, more
 * for an answered reply.
 *
 * First `ask` about every message, then `see` every one, then `rootOf` each.
 */
export class ThreadLinks {
  readonly #known = new FingerprintMap(WORDS);
  /** The keys of messages that an answered reply answers, by fingerprint: only these can be roots that a reply does not name. */
  readonly #keys = new Map<string, string>();

  /** Notes which message another one answers. */
  ask({ key, parent }: ThreadedMessage): void {
    if (parent === undefined) return;
    const [own, to] = [fingerprint64(key), fingerprint64(parent)];
    this.#entry(own);
    if (!this.#is(IS.reply)) {
      this.#set(IS.reply);
      this.#setParent(to);
    }
    this.#entry(to);
    this.#set(IS.answered);
  }

  /** Notes that a message is there, whether it is answered or not. */
  see({ key, parent, conversation }: ThreadedMessage): void {
    const { lo, hi } = fingerprint64(key);
    if (!this.#known.find(lo, hi) || this.#is(IS.there)) return;
    this.#set(IS.there);
    this.#known.slots[this.#known.at + CONVERSATION] = conversationWord(conversation);
    if (parent !== undefined && this.#is(IS.answered)) this.#keys.set(nameOf(fingerprint64(parent)), parent);
  }

  /**
   * The key of the root of a reply: its own key if it can be no reply, because it answers itself, a message that answers it
   * in turn, or one of another conversation; that which it names if there is no such message; empty for any other message.
   */
  rootOf({ key, parent, conversation }: ThreadedMessage): string {
    if (parent === undefined) return '';
    const to = fingerprint64(parent);
    if (!this.#isThere(to)) return parent;
    if (!this.#isIn(conversationWord(conversation))) return key;
    const own = fingerprint64(key);
    const root = this.#settle(own);
    if (isSame(root, own)) return key;
    return isSame(root, to) ? parent : (this.#keys.get(nameOf(root)) ?? parent);
  }

  /** True if a message is there. It is the current one then. */
  #isThere({ lo, hi }: Fingerprint): boolean {
    return this.#known.find(lo, hi) && this.#is(IS.there);
  }

  /** True if the current message is in a conversation; one whose conversation cannot be read is in any. */
  #isIn(conversation: number): boolean {
    const other = this.#known.slots[this.#known.at + CONVERSATION] as number;
    return other === conversation || other === 0 || conversation === 0;
  }

  /** The root of a reply; each message on the way to it then has it, so that no way is gone twice. */
  #settle(from: Fingerprint): Fingerprint {
    const way: Fingerprint[] = [];
    let at = from;
    for (;;) {
      this.#entry(at);
      if (!this.#is(IS.reply)) break;
      if (this.#is(IS.settled)) {
        at = this.#parent();
        break;
      }
      if (this.#is(IS.onTheWay)) {
        // A circle: each of its messages stands alone.
        const first = way.findIndex((each) => isSame(each, at));
        for (const each of way.splice(first)) this.#settleOne(each, each);
        break;
      }
      const [conversation, to] = [this.#known.slots[this.#known.at + CONVERSATION] as number, this.#parent()];
      this.#set(IS.onTheWay);
      way.push(at);
      if (!this.#isThere(to) || !this.#isIn(conversation)) break;
      at = to;
    }
    for (const each of way) this.#settleOne(each, at);
    this.#entry(from);
    return this.#is(IS.settled) ? this.#parent() : at;
  }

  #settleOne(each: Fingerprint, root: Fingerprint): void {
    this.#entry(each);
    this.#set(IS.settled);
    this.#setParent(root);
  }

  /** Makes a message the current one. */
  #entry({ lo, hi }: Fingerprint): void {
    if (!this.#known.find(lo, hi)) this.#known.add(lo, hi);
  }

  #is(state: number): boolean {
    return ((this.#known.slots[this.#known.at + STATE] as number) & state) !== 0;
  }

  #set(state: number): void {
    const { slots, at } = this.#known;
    slots[at + STATE] = (slots[at + STATE] as number) | state;
  }

  #parent(): Fingerprint {
    const { slots, at } = this.#known;
    return { lo: slots[at + PARENT] as number, hi: slots[at + PARENT + 1] as number };
  }

  #setParent({ lo, hi }: Fingerprint): void {
    const { slots, at } = this.#known;
    slots[at + PARENT] = lo;
    slots[at + PARENT + 1] = hi;
  }
}

const isSame = (one: Fingerprint, other: Fingerprint): boolean =>
  one.lo >>> 0 === other.lo >>> 0 && one.hi >>> 0 === other.hi >>> 0;

const nameOf = ({ lo, hi }: Fingerprint): string => `${lo >>> 0} ${hi >>> 0}`;

/** 0 if it is not known. */
const conversationWord = (conversation: string | undefined): number =>
  conversation === undefined ? 0 : fingerprint64(conversation).lo >>> 0 || 1;
