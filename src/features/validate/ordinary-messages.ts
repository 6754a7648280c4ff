import {
  BEFORE,
  CONTENT,
  FACT_WORDS,
  FLAGS,
  IS_KNOWN,
  IS_REPLY,
  isSwapped,
  KEY,
  LOST,
  NEXT,
  OTHER,
  PARENT,
  pairHi,
  pairLo,
  SECONDS,
  START,
  TO_GROUP,
  USER,
} from '../../prefilter/facts.ts';
import type { Audit } from './audit.ts';

/** Flags that an ordinary message may have in its word. */
const ORDINARY = TO_GROUP | IS_REPLY | IS_KNOWN;

/**
 * Accounts for messages without a call for each question about them: those that certainly fit the rows before them and
 * have no notice. It does for them exactly what `isAcceptable` and `accept` of the audit do, in the same tables; whatever
 * it leaves, it has not touched.
 */
export class OrdinaryMessages {
  readonly #audit: Audit;
  /** Messages at these times, in epoch seconds, have no notice for their time and are not left out. */
  readonly #from: number;
  readonly #until: number;

  constructor(audit: Audit) {
    const { retention, now } = audit.deps;
    this.#audit = audit;
    this.#from = retention && retention.policy !== 'allow' ? retention.before : 0;
    this.#until = now;
  }

  /**
   * Takes rows of the current facts, the first of which follows the rows before it.
   * @param from the first word of that row
   * @param last the end of the last row
   * @returns the first word of the first row that is not ordinary, or does not follow the one before it
   */
  take(from: number, last: number): number {
    const { facts, hanging, keys, months, tally } = this.#audit;
    const { words } = facts;
    let row = from;
    for (; row < last; row += FACT_WORDS) {
      if (row > from && words[row - FACT_WORDS + NEXT] !== beginOf(words, row)) break;
      const flags = words[row + FLAGS] as number;
      const sentAt = (words[row + SECONDS] as number) >>> 0;
      const isOrdinary = (flags & ~ORDINARY) === 0 && words[row + LOST] === 0;
      if (!isOrdinary || sentAt < this.#from || sentAt > this.#until) break;
      const keyLo = words[row + KEY] as number;
      const keyHi = words[row + KEY + 1] as number;
      if (hanging.isRepeated(keyLo, keyHi)) break;
      const isTaken =
        (flags & TO_GROUP) === 0
          ? this.#toUser(words, row, flags, sentAt)
          : this.#toGroup(words, row, flags, sentAt);
      if (!isTaken) break;
      facts.at = row;
      months.add(sentAt);
      const content = words[row + CONTENT] as number;
      keys.add(keyLo, keyHi, content, sentAt, facts, 0);
      hanging.land(facts);
      if ((flags & IS_REPLY) !== 0)
        keys.refer(words[row + PARENT] as number, words[row + PARENT + 1] as number, sentAt, facts, 0);
    }
    const taken = (row - from) / FACT_WORDS;
    tally.counts.read += taken;
    tally.counts.pending += taken;
    this.#audit.noteSentAsRead(taken);
    return row;
  }

  /** Adds a message to the conversation of its group; false if it is not ordinary. */
  #toGroup(words: Int32Array, row: number, flags: number, sentAt: number): boolean {
    const { biggest, conversations, deps, hasGroupMessages } = this.#audit;
    if (!hasGroupMessages) return false;
    const lo = words[row + OTHER] as number;
    const hi = words[row + OTHER + 1] as number;
    if ((flags & IS_KNOWN) === 0) {
      const { keys: refs } = deps;
      const userLo = words[row + USER] as number;
      const userHi = words[row + USER + 1] as number;
      if (!refs.isValidUser(userLo, userHi) || !refs.isValidGroup(lo, hi)) return false;
      if (
        refs.memberships?.complete &&
        !refs.memberships.has(pairLo(lo, hi, userLo, userHi), pairHi(lo, hi, userLo, userHi))
      )
        return false;
    }
    return conversations.takes(lo, hi, sentAt, biggest);
  }

  /** The same of a message to a user. */
  #toUser(words: Int32Array, row: number, flags: number, sentAt: number): boolean {
    const { biggest, conversations, deps } = this.#audit;
    const aLo = words[row + USER] as number;
    const aHi = words[row + USER + 1] as number;
    const bLo = words[row + OTHER] as number;
    const bHi = words[row + OTHER + 1] as number;
    if ((flags & IS_KNOWN) === 0) {
      const { keys: refs } = deps;
      if (aLo === bLo && aHi === bHi) return false;
      if (!refs.isValidUser(aLo, aHi) || !refs.isValidUser(bLo, bHi)) return false;
    }
    return isSwapped(aLo, aHi, bLo, bHi)
      ? conversations.takes(pairLo(bLo, bHi, aLo, aHi), pairHi(bLo, bHi, aLo, aHi), sentAt, biggest)
      : conversations.takes(pairLo(aLo, aHi, bLo, bHi), pairHi(aLo, aHi, bLo, bHi), sentAt, biggest);
  }
}

/** Place of a row that follows without another record between. */
const beginOf = (words: Int32Array, row: number): number =>
  (words[row + START] as number) - ((words[row + BEFORE] as number) >>> 16);
