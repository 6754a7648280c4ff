import { inspect } from 'node:util';

/** A value that no log, report or error can print by accident. */
export class Secret {
  readonly #value: string;
  constructor(value: string) {
    this.#value = value;
  }
  /** The value itself; only for the header it goes into. */
  reveal(): string {
    return this.#value;
  }
  /** Takes the value out of a text, for messages that quote what somebody else sent. */
  scrub(text: string): string {
    return text.replaceAll(this.#value, '[secret]');
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
