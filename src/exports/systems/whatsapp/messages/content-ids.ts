import { hash } from 'node:crypto';
import { fingerprint64 } from '../../../../keys/fingerprint64.ts';
import { EqualRows, joinedKey } from '../../../../keys/key-table.ts';
import type { ChatMessage } from './message.ts';

const ID_CHARS = 32;
const MINUTE_MS = 60_000;

/** The minute and the author of a message, which all copies of it have: Android writes no seconds. */
export const minuteOf = ({ time, author, system }: ChatMessage): string =>
  joinedKey([String(Math.floor(time / MINUTE_MS)), system === undefined ? (author ?? '') : '', system ?? '']);

/**
 * Makes ids for the messages of one file, which the format has not: of what they say, who says it, in which minute, and the
 * how manieth of those that are the same. So another export of the same chat has the same ids.
 */
export class ContentIds {
  readonly #conversation: string;
  readonly #equal = new EqualRows();

  constructor(conversation: string) {
    this.#conversation = conversation;
  }

  next(message: ChatMessage): string {
    const key = joinedKey([this.#conversation, minuteOf(message), message.content]);
    const { lo, hi } = fingerprint64(key);
    const number = this.#equal.next(0, lo, hi);
    return hash('sha256', joinedKey([key, String(number)]), 'hex').slice(0, ID_CHARS);
  }
}
