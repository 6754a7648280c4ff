import { jsonText } from '../../../input/json/json-text.ts';
import { parseJsonCell } from '../../../input/json/parse-json.ts';
import { record } from '../../files/values.ts';

/** The most bytes of attributes that are kept: the data of a message has room for little more than 10,000. */
const BYTES_MAX = 4_000;
/** As most records have them. */
const EMPTY: ReadonlySet<unknown> = new Set([undefined, null, '', '{}']);

const NONE: Readonly<Record<string, unknown>> = {};

/** Reads what apps have put beside records: JSON in a string, which nobody checks. */
export class Attributes {
  #broken = 0;
  #large = 0;

  /** The attributes as a member to keep: parsed, or as they are if they are no JSON. */
  of({ attributes }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    if (EMPTY.has(attributes)) return NONE;
    const text = typeof attributes === 'string' ? attributes : jsonText([attributes]);
    if (Buffer.byteLength(text) > BYTES_MAX) {
      this.#large += 1;
      return NONE;
    }
    if (typeof attributes !== 'string') return { attributes };
    const parsed = parseJsonCell(text);
    if ('value' in parsed) {
      const object = record(parsed.value);
      return object && Object.keys(object).length === 0 ? NONE : { attributes: parsed.value };
    }
    this.#broken += 1;
    return { attributes };
  }

  get notes(): readonly string[] {
    return [
      ...(this.#broken > 0 ? [`attributes that are not JSON: ${this.#broken}; they are kept as text`] : []),
      ...(this.#large > 0
        ? [`attributes of more than ${BYTES_MAX} bytes: ${this.#large}; they are not kept`]
        : []),
    ];
  }
}
