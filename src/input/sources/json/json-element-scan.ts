const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = [0x5b, 0x7b];
const CLOSE = [0x5d, 0x7d];

/**
 * Finds the end of one element of a JSON array, in text that comes in pieces. An object, array or string ends with its
 * own closing character; anything else ends before a comma, a line end, a closing bracket or an object.
 */
export class JsonElementScan {
  #kind: 'unknown' | 'nested' | 'text' | 'bare' = 'unknown';
  #depth = 0;
  #inText = false;
  #escaped = false;

  /** Continues the scan; returns the index after the element, or -1 if it continues beyond `to`. */
  run(bytes: Buffer, from: number, to: number): number {
    let at = from;
    if (this.#kind === 'unknown' && at < to) {
      const first = bytes[at] as number;
      this.#kind = OPEN.includes(first) ? 'nested' : first === QUOTE ? 'text' : 'bare';
    }
    if (this.#kind === 'bare') {
      while (at < to) {
        const byte = bytes[at] as number;
        if (byte === COMMA || byte === 0x0a || byte === 0x0d || byte === 0x5d || byte === 0x7b) return at;
        at += 1;
      }
      return -1;
    }
    for (; at < to; at += 1) {
      const byte = bytes[at] as number;
      if (this.#inText) {
        if (this.#escaped) this.#escaped = false;
        else if (byte === BACKSLASH) this.#escaped = true;
        else if (byte === QUOTE) {
          this.#inText = false;
          if (this.#depth === 0) return at + 1;
        }
      } else if (byte === QUOTE) this.#inText = true;
      else if (OPEN.includes(byte)) this.#depth += 1;
      else if (CLOSE.includes(byte)) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      }
    }
    return -1;
  }

  /** True if the element may end at the end of the text. */
  get isBare(): boolean {
    return this.#kind === 'bare';
  }
}

/** The index after the element that begins at `start`, or -1 if it does not end before `to`. */
export function elementEnd(bytes: Buffer, start: number, to: number): number {
  return new JsonElementScan().run(bytes, start, to);
}

/** The start of the last string before `at`; after a fault in a string, it is the one that is not closed. */
export function lastTextBefore(bytes: Buffer, start: number, at: number): number {
  let last = start;
  let inText = false;
  for (let index = start; index < at; index += 1) {
    const byte = bytes[index];
    if (inText && byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) {
      inText = !inText;
      if (inText) last = index;
    }
  }
  return last;
}
