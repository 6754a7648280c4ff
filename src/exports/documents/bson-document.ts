import {
  Binary,
  BSONRegExp,
  Code,
  DBRef,
  Decimal128,
  deserialize,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from 'bson';
import type { ExportObject } from '../files/export-rows.ts';
import { setMember } from '../files/values.ts';
import { binaryText, timeText, wholeNumber } from './plain-values.ts';

/** Objects in objects deeper than this are no document of a database: MongoDB itself takes 100 levels. */
const LEVELS_MAX = 120;

/**
 * The document in these bytes, with plain values, as `unwrapped` gives them.
 * @throws Error for bytes that are no document, with the reason
 */
export function bsonDocument(bytes: Buffer): ExportObject {
  return plainObject(deserialize(bytes), 1);
}

function plainObject(object: Record<string, unknown>, level: number): ExportObject {
  if (level > LEVELS_MAX) throw new Error(`it is nested more than ${LEVELS_MAX} levels deep`);
  for (const name in object) {
    const value = object[name];
    if (typeof value !== 'object' || value === null) continue;
    const plain = plainValue(value, level + 1);
    if (plain !== value) setMember(object, name, plain);
  }
  return object;
}

function plainValue(value: object, level: number): unknown {
  if (Array.isArray(value)) {
    if (level > LEVELS_MAX) throw new Error(`it is nested more than ${LEVELS_MAX} levels deep`);
    for (let at = 0; at < value.length; at++) {
      const each: unknown = value[at];
      if (typeof each === 'object' && each !== null) value[at] = plainValue(each, level + 1);
    }
    return value;
  }
  if (value instanceof ObjectId) return value.toHexString();
  if (value instanceof Date) return timeText(value.getTime());
  if (value instanceof Timestamp) return timeText(value.getHighBitsUnsigned() * 1_000);
  if (value instanceof Long) return wholeNumber(value.toString());
  if (value instanceof Decimal128) return value.toString();
  if (value instanceof Binary) return binaryText(Buffer.from(value.value()), value.sub_type);
  if (value instanceof DBRef) return ofReference(value.oid, level);
  if (value instanceof Code) return String(value.code);
  if (value instanceof BSONRegExp) return value.pattern;
  if (value instanceof RegExp) return value.source;
  if (value instanceof MinKey || value instanceof MaxKey) return null;
  return plainObject(value as Record<string, unknown>, level);
}

/** The id that a reference has, which may be of any type. */
const ofReference = (id: unknown, level: number): unknown =>
  typeof id === 'object' && id !== null ? plainValue(id, level) : id;
