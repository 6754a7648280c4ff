import { fingerprint64 } from '../../keys/fingerprint64.ts';
import type { Data, Entity } from './entity.ts';
import { isObject } from './limits.ts';

/** Multipliers of the running sum of a content hash. */
const CONTENT_PRIME = 0x0100_0193;
const PAIR_PRIME = 0x85eb_ca6b | 0;
const SEED = 0x811c_9dc5 | 0;

/** The initial running sum of a row's content hash. */
const contentSeed = (): number => SEED;

/** Adds the number of the field whose value follows; `index` is the field's place in the entity's list. */
const contentField = (sum: number, index: number): number => Math.imul(sum ^ (0x100 + index), CONTENT_PRIME);

/** Adds a fingerprint. */
function contentPair(sum: number, lo: number, hi: number): number {
  return Math.imul(Math.imul(sum ^ lo, CONTENT_PRIME) ^ hi, PAIR_PRIME);
}

/** Adds a time in epoch seconds, in two halves. */
function contentSeconds(sum: number, seconds: number): number {
  return contentWord(contentWord(sum, seconds & 0xffff), Math.floor(seconds / 0x1_0000));
}

/** The final hash of a running sum. */
function contentDone(sum: number): number {
  const mixed = Math.imul(sum ^ (sum >>> 15), 2246822507);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}

/**
 * A 32-bit hash of a row's content, to tell a repeated row from a contradicting one. It is made field by field, so it
 * does not depend on the order of columns, on quotes or on the format of the file.
 */
export function contentHash(entity: Entity, written: Data): number {
  const data = entity.normal?.(written) ?? written;
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

/** A message's text and metadata count as the fields `text` and `metadata` if its data contains nothing else. */
function contentValue({ name }: Entity, data: Data, field: string): unknown {
  let value = data[field];
  if (name === 'messages' && (field === 'text' || field === 'data' || field === 'metadata')) {
    const inner = data['data'] as Data | undefined;
    if (inner === undefined || isSimple(inner) === (field === 'data')) return undefined;
    value = field === 'data' ? inner : inner[field];
  }
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

function isSimple(inner: Data): boolean {
  if (typeof inner['text'] !== 'string') return false;
  const members = Object.keys(inner).length;
  return members === 1 || (members === 2 && isObject(inner['metadata']));
}

/**
 * Ids, keys and fixed words are hashed as fingerprints: ids need one anyway, and those of fixed words are precomputed.
 */
const FINGERPRINTED = new Set([
  'muid',
  'parentMuid',
  'receiverType',
  'category',
  'type',
  'scope',
  'isBanned',
]);
const isNamed = ({ fields }: Entity, name: string): boolean =>
  fields[name] === 'id' || FINGERPRINTED.has(name);

const named = new WeakMap<Entity, readonly string[]>();

/** An entity's fields in order; the hash uses a field's place in this list. */
export function fieldNames(entity: Entity): readonly string[] {
  const known = named.get(entity);
  if (known) return known;
  const names = Object.keys(entity.fields);
  named.set(entity, names);
  return names;
}

/** Adds four bytes. */
function contentWord(sum: number, word: number): number {
  const mixed = Math.imul(sum ^ word, CONTENT_PRIME);
  return (mixed << 13) | (mixed >>> 19);
}

/** Adds the bytes from `from` to `end`, four at a time. */
function contentBytes(sum: number, view: DataView, from: number, end: number): number {
  let after = sum;
  let at = from;
  for (; at + 4 <= end; at += 4) after = contentWord(after, view.getInt32(at, true));
  for (; at < end; at++) after = contentWord(after, view.getUint8(at));
  return after;
}

/** Room for the bytes of most values: a buffer for each would be most of the work. */
const room = Buffer.alloc(32_768);
const roomView = new DataView(room.buffer, room.byteOffset, room.length);
/** The most bytes that a UTF-16 unit takes in UTF-8. */
const UNIT_BYTES_MAX = 3;

function contentText(sum: number, text: string): number {
  if (text.length * UNIT_BYTES_MAX <= room.length)
    return contentBytes(sum, roomView, 0, room.write(text, 'utf8'));
  const bytes = Buffer.from(text);
  return contentBytes(sum, new DataView(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length);
}

/** A bit for each of these fields, in the order of `fieldNames`; names of no field have none. */
export function fieldBits(entity: Entity, fields: readonly string[]): number {
  const names = fieldNames(entity);
  const found = fields.map((field) => names.indexOf(field)).filter((at) => at >= 0);
  return found.reduce((bits, at) => bits | (1 << at), 0);
}
