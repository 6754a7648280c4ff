import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { RunError } from '../../../errors/run-error.ts';
import type { KeptBytes } from '../../../files/state/state-store.ts';
import type { Files } from '../../../system/files.ts';
import type { Side } from '../side.ts';
import { RECORD_HEAD_BYTES, recordHead, recordsAmong } from './inbox-record.ts';

/** The folder of the segments, in the state. */
export const SEGMENTS = 'live/in';

/**
 * The beginning of a segment, numbers little end first: name and version, salt u32, first seq u48, last seq before it u48, when
 * it was begun u48, sum of all that u32; all twice, since nothing in it can be read without its salt. It is synced with the
 * first records.
 */
export const SEGMENT_HEAD_BYTES = 96;
const COPY_BYTES = 48;
const HEAD_TEXT = 'chatferry inbox 1\n';
const SUM_AT = 44;

/** A segment, as it says itself. */
export type SegmentHead = {
  readonly salt: number;
  readonly first: number;
  /** Every event up to it that was acknowledged is in the segments before; what they have after it never was. */
  readonly before: number;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
};

/** The name of a segment of a side in the state: of its first seq, so that names in order are seqs in order. */
export const segmentName = (side: Side, first: number): string =>
  `${SEGMENTS}/${side}-${String(first).padStart(15, '0')}`;

/** A segment that is there. */
export type SegmentName = { readonly name: string; readonly first: number };

/** The segments of a side in a state folder, the oldest first. */
export async function segmentsOf(side: Side, folder: string, files: Files): Promise<readonly SegmentName[]> {
  const names = await files.readdir(join(folder, SEGMENTS)).catch(noneIfMissing);
  return names
    .filter((name) => /^(?:old|new)-\d{15}$/.test(name) && name.startsWith(side))
    .toSorted()
    .map((name) => ({ name: `${SEGMENTS}/${name}`, first: Number(name.slice(side.length + 1)) }));
}

function noneIfMissing(error: unknown): string[] {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
  throw error;
}

/** The bytes that a segment begins with. */
export function segmentHeadBytes({ salt, first, before, begunAt }: SegmentHead): Buffer {
  const bytes = Buffer.alloc(COPY_BYTES);
  bytes.write(HEAD_TEXT, 'latin1');
  bytes.writeUInt32LE(salt, 20);
  bytes.writeUIntLE(first, 24, 6);
  bytes.writeUIntLE(before, 30, 6);
  bytes.writeUIntLE(begunAt, 36, 6);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, SUM_AT)), SUM_AT);
  return Buffer.concat([bytes, bytes]);
}

/**
 * The beginning of a segment; undefined if it was never synced, so that nothing in it was acknowledged.
 * @throws RunError `STATE.CORRUPT`
 */
export function segmentHead(log: KeptBytes, path: string): SegmentHead | undefined {
  const bytes = Buffer.alloc(SEGMENT_HEAD_BYTES);
  if (log.read(bytes, 0) < SEGMENT_HEAD_BYTES || bytes.every((byte) => byte === 0)) return undefined;
  const head = headIn(bytes.subarray(0, COPY_BYTES)) ?? headIn(bytes.subarray(COPY_BYTES));
  if (!head) throw damagedSegment(path, 0);
  return head;
}

function headIn(bytes: Buffer): SegmentHead | undefined {
  const isSound =
    bytes.toString('latin1', 0, HEAD_TEXT.length) === HEAD_TEXT &&
    bytes.readUInt32LE(SUM_AT) === crc32(bytes.subarray(0, SUM_AT));
  if (!isSound) return undefined;
  return {
    salt: bytes.readUInt32LE(20),
    first: bytes.readUIntLE(24, 6),
    before: bytes.readUIntLE(30, 6),
    begunAt: bytes.readUIntLE(36, 6),
  };
}

/** The error of a segment that is not as it was written. */
export const damagedSegment = (
  path: string,
  byte: number,
  what = `it is damaged at byte ${byte}`,
): RunError =>
  new RunError('STATE.CORRUPT', `the inbox ${path} cannot be read: ${what}`, { where: { file: path, byte } });

/** The error of a side whose first events are gone. */
export const lostBefore = (path: string, { first }: SegmentHead): RunError =>
  damagedSegment(path, 0, `events from before number ${first} are missing`);

/** So many zeros in a row are what a power cut leaves; no event has them. */
const ZEROS = Buffer.alloc(512);
const FEW_ZEROS = Buffer.alloc(16);

/**
 * True if what follows the last sound record is damage, and not what a kill or a power cut has left: a record that is not
 * whole, or zeros, with nothing behind that was written when these bytes were sure.
 * @param at where the sound records end
 */
export function isDamagedAt(log: KeptBytes, at: number, salt: number): boolean {
  const first = Buffer.alloc(RECORD_HEAD_BYTES);
  if (log.read(first, at) < RECORD_HEAD_BYTES) return false;
  const rest = bytesFrom(log, at);
  const head = recordHead(first, salt);
  if (head && RECORD_HEAD_BYTES + head.payloadBytes > rest.length) return false;
  const isCut = rest.includes(ZEROS) || FEW_ZEROS.equals(rest.subarray(-FEW_ZEROS.length));
  if (!isCut) return true;
  for (const found of recordsAmong(rest, salt)) if (found.head.synced > at) return true;
  return false;
}

/** The bytes of a segment from a place on. */
export function bytesFrom(log: KeptBytes, from: number): Buffer {
  const pieces: Buffer[] = [];
  for (let at = from; ; ) {
    const piece = Buffer.allocUnsafe(1 << 20);
    const count = log.read(piece, at);
    if (count === 0) return Buffer.concat(pieces);
    pieces.push(piece.subarray(0, count));
    at += count;
  }
}
