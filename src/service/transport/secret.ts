import { inspect } from 'node:util';

/** A value that no log, report or error can print by accident. */
export class Secret {
  readonly #value: string;
  /** @param value not empty, and text that a header can carry */
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself; only for the header that sends it. */
  reveal(): string {
    return this.#value;
  }
  /** Removes the value from a text, also in its URL, JSON and Base64 forms; for messages that quote the service. */
  scrub(text: string): string {
    const base64 = Buffer.from(this.#value).toString('base64');
    const json = JSON.stringify(this.#value).slice(1, -1);
    const forms = [this.#value, encodeURIComponent(this.#value), json, base64];
    return forms.reduce((clean, form) => clean.replaceAll(form, '[secret]'), text);
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
