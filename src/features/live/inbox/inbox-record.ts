import { crc32 } from 'node:zlib';
import type { KeptBytes } from '../../../files/state/state-store.ts';
import type { Side } from '../side.ts';
import type { InboxEvent, ReceivedEvent } from './inbox.ts';

/**
 * A record of a segment, numbers little end first: mark u32, bytes of the payload u32, of its headers u32, sum of the payload
 * u32, place that was synced when it was written u32, kind u32, seq u48, receivedAt u48, sum of all that u32; then the payload,
 * which is the headers as JSON and the body. Sums begin with the salt of the segment, so that no body can hold a record.
 */
export const RECORD_HEAD_BYTES = 40;
const SUM_AT = 36;
const MARK = Buffer.from('CFev');
/** A longer one was not written by us; a body that came packed is shorter. */
const PAYLOAD_BYTES_MAX = 32 << 20;

const FIRST_READ_BYTES = 64 << 10;
const READ_BYTES = 1 << 20;

/** The part of a record before its payload. */
export type RecordHead = {
  readonly seq: number;
  readonly receivedAt: number;
  readonly payloadBytes: number;
  readonly headerBytes: number;
  readonly payloadSum: number;
  /** Everything before this place in the segment survived a power cut when the record was written. */
  readonly synced: number;
  /** True if its event was taken out: of a person who is forgotten, or damaged. */
  readonly isRemoved: boolean;
};

/** A record and where it lies. The payload is valid until the next record is read. */
export type FoundRecord = {
  readonly at: number;
  readonly end: number;
  readonly head: RecordHead;
  readonly payload: Buffer;
};

/** Things that a record is written with. */
type Written = { readonly seq: number; readonly salt: number; readonly synced: number };

/** The bytes of an event. */
export function recordBytes(
  { headers, body, receivedAt }: Omit<ReceivedEvent, 'side'>,
  written: Written,
): Buffer {
  const names = Buffer.from(JSON.stringify(headers));
  return bytesOf([names, body], receivedAt, written, 0);
}

/** The bytes that stand where an event was taken out. */
export const removedBytes = (receivedAt: number, written: Written): Buffer =>
  bytesOf([Buffer.alloc(0), Buffer.alloc(0)], receivedAt, written, 1);

function bytesOf(
  [names, body]: readonly [Buffer, Buffer],
  receivedAt: number,
  { seq, salt, synced }: Written,
  kind: number,
): Buffer {
  const bytes = Buffer.allocUnsafe(RECORD_HEAD_BYTES + names.length + body.length);
  MARK.copy(bytes);
  bytes.writeUInt32LE(names.length + body.length, 4);
  bytes.writeUInt32LE(names.length, 8);
  bytes.writeUInt32LE(synced, 16);
  bytes.writeUInt32LE(kind, 20);
  bytes.writeUIntLE(seq, 24, 6);
  bytes.writeUIntLE(receivedAt, 30, 6);
  names.copy(bytes, RECORD_HEAD_BYTES);
  body.copy(bytes, RECORD_HEAD_BYTES + names.length);
  bytes.writeUInt32LE(crc32(bytes.subarray(RECORD_HEAD_BYTES), salt), 12);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, SUM_AT), salt), SUM_AT);
  return bytes;
}

/** The head of a record; undefined if it is not as it was written. */
export function recordHead(bytes: Buffer, salt: number): RecordHead | undefined {
  if (bytes.length < RECORD_HEAD_BYTES || !MARK.equals(bytes.subarray(0, 4))) return undefined;
  if (bytes.readUInt32LE(SUM_AT) !== crc32(bytes.subarray(0, SUM_AT), salt)) return undefined;
  const payloadBytes = bytes.readUInt32LE(4);
  const headerBytes = bytes.readUInt32LE(8);
  if (payloadBytes > PAYLOAD_BYTES_MAX || headerBytes > payloadBytes) return undefined;
  return {
    payloadBytes,
    headerBytes,
    payloadSum: bytes.readUInt32LE(12),
    synced: bytes.readUInt32LE(16),
    isRemoved: bytes.readUInt32LE(20) !== 0,
    seq: bytes.readUIntLE(24, 6),
    receivedAt: bytes.readUIntLE(30, 6),
  };
}

/** True if a payload is as it was written. */
export const isSoundPayload = (payload: Buffer, { payloadSum }: RecordHead, salt: number): boolean =>
  crc32(payload, salt) === payloadSum;

/** The event of a sound record; its bytes are its own. */
export function eventOf(
  side: Side,
  { seq, receivedAt, headerBytes }: RecordHead,
  payload: Buffer,
): InboxEvent {
  const headers = JSON.parse(payload.toString('utf8', 0, headerBytes)) as InboxEvent['headers'];
  return { side, seq, receivedAt, headers, body: Buffer.from(payload.subarray(headerBytes)) };
}

/**
 * The sound records from a place on, until the first that is not whole or not as it was written. The payload of one is overwritten
 * when the next one is read.
 */
export function* recordsFrom(log: KeptBytes, from: number, salt: number): Generator<FoundRecord> {
  let window = Buffer.allocUnsafe(FIRST_READ_BYTES);
  let [start, filled] = [from, 0];
  const holds = (at: number, bytes: number): boolean => {
    if (at + bytes <= start + filled) return true;
    // Larger once there is more: a buffer for each piece of a large segment would stay in memory for long.
    const wanted = Math.max(filled === window.length ? READ_BYTES : 0, bytes);
    if (wanted > window.length) window = Buffer.allocUnsafe(wanted);
    start = at;
    filled = log.read(window, at);
    return bytes <= filled;
  };
  for (let at = from; holds(at, RECORD_HEAD_BYTES); ) {
    const head = recordHead(window.subarray(at - start, at - start + RECORD_HEAD_BYTES), salt);
    if (!head || !holds(at, RECORD_HEAD_BYTES + head.payloadBytes)) return;
    const end = at + RECORD_HEAD_BYTES + head.payloadBytes;
    const payload = window.subarray(at - start + RECORD_HEAD_BYTES, end - start);
    if (!isSoundPayload(payload, head, salt)) return;
    yield { at, end, head, payload };
    at = end;
  }
}

/** The sound records of bytes that have damage in between. */
export function* recordsAmong(bytes: Buffer, salt: number): Generator<FoundRecord> {
  for (let at = bytes.indexOf(MARK); at >= 0; ) {
    const head = recordHead(bytes.subarray(at, at + RECORD_HEAD_BYTES), salt);
    const end = at + RECORD_HEAD_BYTES + (head?.payloadBytes ?? 0);
    const payload = bytes.subarray(at + RECORD_HEAD_BYTES, end);
    const isSound = head && end <= bytes.length && isSoundPayload(payload, head, salt);
    if (isSound) yield { at, end, head, payload };
    at = bytes.indexOf(MARK, isSound ? end : at + 1);
  }
}
