import {
  METADATA_BYTES_MAX,
  storable,
  TAG_CHARS_MAX,
  TAGS_MAX,
  wellFormed,
} from '../../input/entities/limits.ts';
import { jsonText } from '../../input/json/json-text.ts';

/**
 * Cells of users, groups and members that the service takes whatever the export has: without its user or its group, every
 * message of a conversation would be left out for an odd avatar.
 */

/** A text without NUL and halves of surrogate pairs, which the service cannot store. */
export const storedText = (text: string): string =>
  wellFormed(text) ? text : text.toWellFormed().replaceAll('\0', '\ufffd');

const [SECONDS_MIN, SECONDS_MAX] = [1_000_000_000, 9_999_999_999];

/** A time in milliseconds as whole seconds; undefined for one that the service does not take. */
export function legalSeconds(ms: number | undefined): string | undefined {
  const found = ms === undefined ? Number.NaN : Math.floor(ms / 1000);
  return found >= SECONDS_MIN && found <= SECONDS_MAX ? String(found) : undefined;
}

/** As many tags as the service takes. */
export function tagsCell(tags: readonly string[]): string | undefined {
  const legal = tags.filter((tag) => tag !== '').map((tag) => shortTag(storedText(tag)));
  return legal.length > 0 ? JSON.stringify(legal.slice(-TAGS_MAX)) : undefined;
}

/** A character may have two units. */
const shortTag = (tag: string): string =>
  tag.length <= TAG_CHARS_MAX
    ? tag
    : Array.from(tag)
        .slice(0, TAG_CHARS_MAX / 2)
        .join('');

/** Makes the metadata of users and groups. */
export class SourceMetadata {
  readonly #system: string;
  #cut = 0;

  constructor(system: string) {
    this.#system = system;
  }

  /** The number of users and groups that had more than there is room for. */
  get cut(): number {
    return this.#cut;
  }

  /** The cell with what is known of a user or a group; what has no room is left out, the largest first. */
  cell(id: string, rest: Readonly<Record<string, unknown>>): string {
    const source: Record<string, unknown> = { system: this.#system, id, ...rest };
    const whole = storedJson({ source });
    if (Buffer.byteLength(whole) <= METADATA_BYTES_MAX) return whole;
    this.#cut += 1;
    const sizes = Object.entries(source).map(([name, value]) => [name, jsonText([value]).length] as const);
    for (const [name] of sizes.toSorted(([, a], [, b]) => b - a)) {
      delete source[name];
      const text = storedJson({ source });
      if (Buffer.byteLength(text) <= METADATA_BYTES_MAX) return text;
    }
    return '{}';
  }
}

const UNSTORABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/gi;

/** JSON with all of its texts storable; whole pairs stand in it as they are. */
function storedJson(value: object): string {
  const text = jsonText(value);
  return storable(text) ? text : text.replaceAll(UNSTORABLE, '$1\ufffd');
}
