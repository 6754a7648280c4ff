import { KIND, LINES, WORD, WORDS } from './message-line.ts';

const LF = 0x0a;

/** A record that was sorted, with a text of its own. */
export type HeldRecord = { readonly text: Buffer; readonly words: Uint32Array };

/** Keeps one record in memory that is used again for the next one. */
export class OneRecord {
  isSet = false;
  bytes: Buffer = Buffer.alloc(0);
  end = 0;
  readonly words = new Uint32Array(WORDS);

  set(bytes: Uint8Array, start: number, end: number, words: Uint32Array): void {
    this.end = end - start;
    if (this.bytes.length < this.end) this.bytes = Buffer.allocUnsafeSlow(this.end * 2);
    this.bytes.set(bytes.subarray(start, end));
    this.words.set(words);
    this.isSet = true;
  }

  /** Gives it away with memory of its own. */
  take(): HeldRecord {
    this.isSet = false;
    return { text: Buffer.from(this.bytes.subarray(0, this.end)), words: this.words.slice() };
  }
}

/** True if a copy of a message has lines to be written. */
export const hasLines = ({ words }: HeldRecord): boolean =>
  words[WORD.kind] === KIND.message && words[WORD.lines] !== LINES.none;

/** The value of a record that is JSON. */
export const heldJson = <T>({ text }: HeldRecord): T =>
  JSON.parse(text.toString('utf8', text.indexOf(LF) + 1)) as T;
/** The key of the message. */
export const keyOf = ({ text }: HeldRecord): string => text.toString('utf8', 0, text.indexOf(LF));
