import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Data, Entity } from './entity.ts';

/** What the running sum of a content hash is multiplied by at every step. */
const CONTENT_PRIME = 0x0100_0193;
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
  return contentWord(contentWord(sum, seconds & 0xffff), Math.floor(seconds / 0x1_0000));
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

/** Ids, keys and words go in as fingerprints: those of ids are needed besides, those of words known beforehand. */
const FINGERPRINTED = new Set(['muid', 'parentId', 'receiverType', 'category', 'type', 'scope', 'isBanned']);
const isNamed = ({ fields }: Entity, name: string): boolean =>
  fields[name] === 'id' || FINGERPRINTED.has(name);

const named = new WeakMap<Entity, readonly string[]>();

/** An entity's fields in order; the place in this list is what a field is hashed under. */
export function fieldNames(entity: Entity): readonly string[] {
  const known = named.get(entity);
  if (known) return known;
  const names = Object.keys(entity.fields);
  named.set(entity, names);
  return names;
}

/** Takes four bytes in. */
export function contentWord(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, CONTENT_PRIME);
  return (mixed << 13) | (mixed >>> 19);
}

/** Takes the bytes from `from` to `end` in, four at a time. */
export function contentBytes(sum: number, view: DataView, from: number, end: number): number {
  let after = sum;
  let at = from;
  for (; at + 4 <= end; at += 4) after = contentWord(after, view.getInt32(at, true));
  for (; at < end; at++) after = contentWord(after, view.getUint8(at));
  return after;
}

function contentText(sum: number, text: string): number {
  const bytes = Buffer.from(text);
  return contentBytes(sum, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
}
