/** The first fault in a JSON text: its 1-based column in UTF-16 units, and the reason. */
export type JsonFault = { readonly column: number; readonly reason: string };

/**
 * Finds why a text is refused: a syntax error, or a repeated name in one object. This parser exists because the
 * engine's messages have no place for short texts and because the engine accepts repeated names.
 * @param text nested at most 64 levels deep, because the parser is recursive
 */
export function jsonFaultOf(text: string): JsonFault | undefined {
  try {
    const reader = new JsonReader(text);
    reader.value();
    reader.blank();
    if (reader.at < text.length) reader.refuse(`${reader.shown()} after the end of the value`);
    return undefined;
  } catch (error) {
    if (error instanceof JsonRefusal) return { column: error.at + 1, reason: error.reason };
    throw error;
  }
}

/** No Error, whose stack takes longer than to find the fault: a file may have nothing else. */
class JsonRefusal {
  readonly at: number;
  readonly reason: string;

  constructor(at: number, reason: string) {
    this.at = at;
    this.reason = reason;
  }
}

const STRING_PART = /(?:[^"\\\p{Cc}]|[\u007f-\u009f])+/uy;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;

/** A character in the form for messages: as it is, or by its code if nobody would see it. */
export function shownChar(code: number): string {
  const char = String.fromCodePoint(code);
  const isSeen = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(char);
  return isSeen ? char : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Reads the grammar of RFC 8259 and stops at the first character that does not fit. */
class JsonReader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(): void {
    this.blank();
    const char = this.#text[this.at];
    if (char === '{') this.#object();
    else if (char === '[') this.#array();
    else if (char === '"') this.#string();
    else if (!this.#skip(NUMBER) && !this.#skip(WORD))
      this.refuse(`a value is expected, found ${this.shown()}`);
  }

  blank(): void {
    while (' \t\n\r'.includes(this.#text[this.at] ?? 'x')) this.at += 1;
  }

  refuse(reason: string): never {
    throw new JsonRefusal(this.at, reason);
  }

  /** The current character in the form for messages. */
  shown(): string {
    const code = this.#text.codePointAt(this.at);
    return code === undefined ? 'the end of the line' : shownChar(code);
  }

  #object(): void {
    const names = new Set<string>();
    this.at += 1;
    this.blank();
    if (this.#accept('}')) return;
    do {
      this.blank();
      const from = this.at;
      if (this.#text[from] !== '"') this.refuse(`a name in double quotes is expected, found ${this.shown()}`);
      this.#string();
      const name: string = JSON.parse(this.#text.slice(from, this.at));
      if (names.has(name)) {
        this.at = from;
        this.refuse(`duplicate key ${JSON.stringify(name)}`);
      }
      names.add(name);
      this.blank();
      if (!this.#accept(':')) this.refuse(`: is expected after a name, found ${this.shown()}`);
      this.value();
      this.blank();
    } while (this.#accept(','));
    if (!this.#accept('}')) this.refuse(`, or } is expected, found ${this.shown()}`);
  }

  #array(): void {
    this.at += 1;
    this.blank();
    if (this.#accept(']')) return;
    do {
      this.value();
      this.blank();
    } while (this.#accept(','));
    if (!this.#accept(']')) this.refuse(`, or ] is expected, found ${this.shown()}`);
  }

  #string(): void {
    this.at += 1;
    while (this.#skip(STRING_PART) || this.#skip(ESCAPE));
    if (this.#accept('"')) return;
    const char = this.#text[this.at];
    if (char === undefined) this.refuse('a string is not closed before the end of the line');
    if (char === '\\') this.refuse('an escape that JSON does not know');
    this.refuse(`the control character ${this.shown()} must be escaped in a string`);
  }

  #accept(char: string): boolean {
    if (this.#text[this.at] !== char) return false;
    this.at += 1;
    return true;
  }

  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const found = pattern.test(this.#text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }
}
