import type { Data, Entity } from './entity.ts';
import { fingerprint64 } from './hash.ts';

/** What the running sum of a content hash is multiplied by at every byte. */
export const CONTENT_PRIME = 0x0100_0193;
const PAIR_PRIME = 0x85eb_ca6b | 0;
const SEED = 0x811c_9dc5 | 0;

/** Where the running sum of a row's content hash begins. */
export const contentSeed = (): number => SEED;

/** Notes that a value of this field follows; `index` is the field's place in the entity's list. */
export const contentField = (sum: number, index: number): number =>
  Math.imul(sum ^ (0x100 + index), CONTENT_PRIME);

/** Takes a fingerprint in. */
export function contentPair(sum: number, lo: number, hi: number): number {
  return Math.imul(Math.imul(sum ^ lo, CONTENT_PRIME) ^ hi, PAIR_PRIME);
}

/** Takes a time in, in two halves. */
export function contentSeconds(sum: number, seconds: number): number {
  let after = Math.imul(sum ^ (seconds & 0xffff), CONTENT_PRIME);
  after = Math.imul(after ^ (Math.floor(seconds / 0x1_0000) & 0x3_ffff), CONTENT_PRIME);
  return after;
}

/** The hash from its running sum. */
export function contentDone(sum: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 15), 2246822507);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/**
 * A 32-bit hash of what a row says, to tell a repeated row from a contradicting one: of every field by itself, whatever
 * the columns, the quotes and the format it came in.
 */
export function contentHash(entity: Entity, data: Data): number {
  let sum = contentSeed();
  const names = fieldNames(entity);
  for (let index = 0; index < names.length; index++) {
    const value = contentValue(entity, data, names[index] as string);
    if (value === undefined) continue;
    sum = contentField(sum, index);
    if (isNamed(entity, names[index] as string)) {
      const { lo, hi } = fingerprint64(String(value));
      sum = contentPair(sum, lo, hi);
    } else sum = typeof value === 'number' ? contentSeconds(sum, value) : contentText(sum, String(value));
  }
  return contentDone(sum);
}

/** A message's text counts as a field of its own where its data holds nothing else. */
function contentValue({ name }: Entity, data: Data, field: string): unknown {
  let value = data[field];
  if (name === 'messages' && (field === 'text' || field === 'data')) {
    const inner = data['data'] as Data | undefined;
    if (inner === undefined) return undefined;
    const plain = typeof inner['text'] === 'string' && Object.keys(inner).length === 1;
    if (plain !== (field === 'text')) return undefined;
    value = plain ? inner['text'] : inner;
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Ids and keys go in as fingerprints, which are needed besides. */
const isNamed = ({ fields }: Entity, name: string): boolean =>
  fields[name] === 'id' || name === 'muid' || name === 'parentId';

const named = new WeakMap<Entity, readonly string[]>();

/** An entity's fields in order; the place in this list is what a field is hashed under. */
export function fieldNames(entity: Entity): readonly string[] {
  const known = named.get(entity);
  if (known) return known;
  const names = Object.keys(entity.fields);
  named.set(entity, names);
  return names;
}

/** Takes a text in, as UTF-8. */
export function contentText(sum: number, text: string): number {
  let after = sum;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit > 0x7f) return contentBytes(sum, Buffer.from(text));
    after = Math.imul(after ^ unit, CONTENT_PRIME);
  }
  return after;
}

function contentBytes(sum: number, bytes: Uint8Array): number {
  let after = sum;
  for (const byte of bytes) after = Math.imul(after ^ byte, CONTENT_PRIME);
  return after;
}
