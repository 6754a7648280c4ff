import { crc32 } from 'node:zlib';
import type { CopiesRevision } from '../../../delivery/plan.ts';
import type { FileIntent, MapEntry } from '../file-map.ts';
import type { StorePlace } from '../stores/store-place.ts';

/** An object that is in the store, or was put there. */
export type MapObject = {
  /** Its key in the store, without the prefix. */
  readonly object: string;
  readonly bytes: number;
  readonly type: string;
  /** `created` if it is our work. */
  readonly origin: 'created' | 'exists';
};

/** A line of the log of the map. */
export type MapRecord =
  | { readonly is: 'map'; readonly version: number }
  /** The place of the copies: the addresses of sent rows lead there. */
  | ({ readonly is: 'store' } & StorePlace)
  /** Messages were sent, or may have been, with addresses of copies below this one. */
  | { readonly is: 'sent'; readonly publicUrl: string }
  | ({ readonly is: 'revision' } & CopiesRevision)
  | ({ readonly is: 'entry' } & MapEntry)
  | ({ readonly is: 'intent' } & FileIntent)
  /** An object that no entry names any more. */
  | ({ readonly is: 'object' } & MapObject)
  /** No entry names the object from now on: it is about to be removed. */
  | { readonly is: 'released'; readonly object: string }
  /** The object is not in the store, or not because of us. */
  | { readonly is: 'removed'; readonly object: string }
  | { readonly is: 'upload'; readonly object: string; readonly id: string; readonly partBytes: number }
  | { readonly is: 'part'; readonly object: string; readonly number: number; readonly etag: string }
  | { readonly is: 'noUpload'; readonly object: string };

export const MAP_VERSION = 1;

/** The first line of the log of a map. */
export const MAP_HEAD: MapRecord = { is: 'map', version: MAP_VERSION };

/** A place in the log between two lines, and the checksum of all before it. */
export type MapPlace = { readonly at: number; readonly crc: number };

export const MAP_START: MapPlace = { at: 0, crc: 0 };

/** The end of a line; its checksum goes over the line and those before it. */
const SUM = /,"synced":(\d{1,16}),"crc":"([0-9a-f]{8})"\}$/;
/** The most bytes of such an end. */
const SUM_BYTES = 64;
const CRC_BYTES = '"crc":"00000000"}'.length;
const NEWLINE = 10;

/**
 * A line of the log.
 * @param crc the checksum of all before it
 * @param synced bytes of the log that survive a power cut while it is written: damage before that place is no trace of one
 */
export function mapLine(record: object, crc: number, synced: number): { bytes: Buffer; crc: number } {
  const text = `${JSON.stringify(record).slice(0, -1)},"synced":${synced},`;
  const sum = crc32(text, crc);
  return { bytes: Buffer.from(`${text}"crc":"${hexOf(sum)}"}\n`), crc: sum };
}

const hexOf = (crc: number): string => crc.toString(16).padStart(8, '0');

/**
 * The record of a line without its line break; undefined if it is none.
 * @param crc the checksum of all before it
 */
export function mapRecordOf<Kind extends object = MapRecord>(
  line: Buffer,
  crc: number,
): { record: Kind; crc: number } | undefined {
  if (line.length < CRC_BYTES) return undefined;
  const sum = crc32(line.subarray(0, -CRC_BYTES), crc);
  if (line.toString('latin1', line.length - CRC_BYTES) !== `"crc":"${hexOf(sum)}"}`) return undefined;
  return { record: JSON.parse(line.toString()) as Kind, crc: sum };
}

/** Bytes of the log that were sure when a line was written, as the line says; undefined if it is none. */
export function syncedAt(line: Buffer): number | undefined {
  const found = SUM.exec(line.toString('latin1', Math.max(0, line.length - SUM_BYTES)));
  return found ? Number(found[1]) : undefined;
}

/** The checksum that a line says, which the next one begins with; undefined if it says none. */
export function statedSum(line: Buffer): number | undefined {
  const found = SUM.exec(line.toString('latin1', Math.max(0, line.length - SUM_BYTES)));
  return found ? Number.parseInt(found[2] as string, 16) : undefined;
}

/** True if the last bytes before a place are those of its line. */
export const endsWith = (bytes: Buffer, { crc }: MapPlace): boolean =>
  bytes.toString('latin1') === `"crc":"${hexOf(crc)}"}\n`;

/** The bytes that `endsWith` looks at. */
export const END_BYTES = CRC_BYTES + 1;

/** Whole lines in bytes, each with the place after its line break. */
export function* wholeLines(bytes: Buffer): Generator<{ line: Buffer; end: number }> {
  for (let begin = 0, at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, begin)) {
    const line = bytes.subarray(begin, at);
    begin = at + 1;
    yield { line, end: begin };
  }
}
