import { inspect } from 'node:util';

/** A value that no log, report or error can print by accident. */
export class Secret {
  readonly #value: string;
  /** Made when a text is scrubbed for the first time. */
  #forms: readonly string[] | undefined;
  /** @param value not empty, and text that a header can carry */
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself; only for the header that sends it. */
  reveal(): string {
    return this.#value;
  }
  /**
   * Removes the value from a text, for messages that quote the service: as it is, in its URL, JSON, Base64 and hexadecimal forms,
   * reversed, in any case, and within Base64 of a longer text. A value of fewer than 8 characters only as it is, and in URL, JSON
   * and Base64.
   */
  scrub(text: string): string {
    this.#forms ??= formsOf(this.#value);
    return this.#forms.reduce(without, text);
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  static {
    // Not a member in the types: those would need the types of Node.js.
    Object.defineProperty(Secret.prototype, inspect.custom, { value: () => '[secret]' });
  }
}

const SHOWN = '[secret]';
/** A shorter form could stand in any text by chance. */
const SHORT = 8;
/** Bytes that may stand before a secret within a group of three, which are four characters of Base64. */
const BEFORE = [0, 1, 2];

/** The forms of a value, the longest first: one may be part of another. */
function formsOf(value: string): readonly string[] {
  const bytes = Buffer.from(value);
  const plain = [
    value,
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    bytes.toString('base64'),
    bytes.toString('base64url'),
  ];
  const more =
    value.length < SHORT
      ? []
      : [
          bytes.toString('hex'),
          Buffer.from(bytes.toReversed()).toString('latin1'),
          ...BEFORE.flatMap((count) => withinBase64(bytes, count)),
        ].filter((form) => form.length >= SHORT);
  return [...new Set([...plain, ...more])].sort((a, b) => b.length - a.length);
}

/**
 * Finds what Base64 of a longer text has of a value that comes after so many bytes, modulo 3: all but the ends, which
 * others share.
 */
function withinBase64(bytes: Buffer, before: number): readonly string[] {
  const whole = Math.floor(((before + bytes.length) * 8) / 6);
  const padded = Buffer.concat([Buffer.alloc(before), bytes]);
  return (['base64', 'base64url'] as const).map((form) =>
    padded.toString(form).slice(Math.ceil((before * 8) / 6), whole),
  );
}

/** A text without a form in any case; where a change of case would move letters, or the form is short, in its own case alone. */
function without(text: string, form: string): string {
  const [lower, wanted] = [text.toLowerCase(), form.toLowerCase()];
  if (form.length < SHORT || lower.length !== text.length) return text.replaceAll(form, SHOWN);
  let clean = '';
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    clean += text.slice(from, at) + SHOWN;
    from = at + wanted.length;
  }
  return from === 0 ? text : clean + text.slice(from);
}
