import { inspect } from 'node:util';

/** A value that no log, report or error can print by accident. */
export class Secret {
  readonly #value: string;
  /** @param value not empty, and text that a header can carry */
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself; only for the header it goes into. */
  reveal(): string {
    return this.#value;
  }
  /** Takes the value out of a text, also where it stands in a URL or in JSON; for messages that quote somebody else. */
  scrub(text: string): string {
    const forms = [this.#value, encodeURIComponent(this.#value), JSON.stringify(this.#value).slice(1, -1)];
    return forms.reduce((clean, form) => clean.replaceAll(form, '[secret]'), text);
  }
  toString(): string {
    return '[secret]';
  }
  toJSON(): string {
    return '[secret]';
  }
  [inspect.custom](): string {
    return '[secret]';
  }
}
