import {
  FACT_WORDS,
  FLAGS,
  IS_KNOWN,
  KEY,
  OTHER,
  pairHi,
  pairLo,
  TO_GROUP,
  USER,
} from '../../prefilter/facts.ts';
import type { ScreenThread } from '../../prefilter/wasm/wasm-screen.ts';
import type { Audit } from './audit.ts';

/**
 * Accounts for messages without a call for each question about them: those that certainly fit the rows before them and
 * have no notice. It does for them exactly what `isAcceptable` and `accept` of the audit do, in the same tables, in
 * WebAssembly; whatever it leaves, it has not touched.
 */
export class OrdinaryMessages {
  readonly #audit: Audit;
  readonly #thread: ScreenThread;

  /** @param audit whose rooms are those of the thread */
  constructor(audit: Audit, thread: ScreenThread) {
    const { retention, now } = audit.deps;
    this.#audit = audit;
    this.#thread = thread;
    // Messages at these times have no notice for their time and are not left out.
    const from = retention && retention.policy !== 'allow' ? retention.before : 0;
    thread.exports.useAccount(inWord(from), inWord(Math.floor(now)), inWord(retention?.before ?? 0));
  }

  /**
   * Takes rows of the current facts, the first of which follows the rows before it.
   * @param from the first word of that row
   * @param last the end of the last row
   * @returns the first word of the first row that is not ordinary, or does not follow the one before it
   */
  take(from: number, last: number): number {
    const { facts, hanging, keys, tally, deps } = this.#audit;
    const { words } = facts;
    let row = from;
    while (row < last) {
      // Without fates, nobody asks about single messages.
      const single = deps.keys.messages !== undefined;
      if (single && hanging.isRepeated(words[row + KEY] as number, words[row + KEY + 1] as number)) break;
      const after = this.#account(from, row, single ? row + FACT_WORDS : last);
      if (after === row && !this.#learns(words, row)) break;
      if (single && after > row) {
        facts.at = row;
        hanging.land(facts);
      }
      row = after;
    }
    const taken = (row - from) / FACT_WORDS;
    keys.size += taken;
    tally.counts.read += taken;
    tally.counts.pending += taken;
    this.#audit.noteSentAsRead(taken);
    return row;
  }

  #account(first: number, row: number, last: number): number {
    const { facts, hasGroupMessages } = this.#audit;
    const { firstLine, firstByte, file } = facts;
    const { exports } = this.#thread;
    return exports.account(first * 4, row * 4, last * 4, firstLine, firstByte, file, hasGroupMessages) / 4;
  }

  /** Marks a message as one whose references are valid, if they are and the screen did not know them; false if not. */
  #learns(words: Int32Array, row: number): boolean {
    const { keys: refs } = this.#audit.deps;
    const flags = words[row + FLAGS] as number;
    if ((flags & IS_KNOWN) !== 0) return false;
    const userLo = words[row + USER] as number;
    const userHi = words[row + USER + 1] as number;
    const lo = words[row + OTHER] as number;
    const hi = words[row + OTHER + 1] as number;
    if (!refs.isValidUser(userLo, userHi)) return false;
    const isValid =
      (flags & TO_GROUP) === 0
        ? (userLo !== lo || userHi !== hi) && refs.isValidUser(lo, hi)
        : refs.isValidGroup(lo, hi) &&
          (!refs.memberships ||
            refs.memberships.has(pairLo(lo, hi, userLo, userHi), pairHi(lo, hi, userLo, userHi)));
    if (isValid) words[row + FLAGS] = flags | IS_KNOWN;
    return isValid;
  }
}

/** A time as a word. */
const inWord = (seconds: number): number => Math.min(Math.max(Math.ceil(seconds), 0), 0xffff_ffff);
