import { crc32 } from 'node:zlib';
import type { KeptBytes } from '../../files/state/state-store.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { writtenJson } from '../../input/json/parse-json.ts';
import type { FormerField, FormerRow } from './former-row.ts';

/** The first line of a log. */
export type FormerHead = {
  readonly version: 1;
  /** Random; the key of the digests. */
  readonly salt: string;
  /** Number of changes that the lines that were merged had. */
  readonly changes: number;
};

/** Addition of a line to the fields of a row. */
export type FormerLine = Omit<FormerRow, 'fields'> & {
  /** Absent in a line that ends what is kept of the row. */
  readonly fields?: Readonly<Record<string, FormerField>>;
  /** Set where an undo has written something, and no change of ours. */
  readonly undoing?: true;
  /** Set where the service has refused the change whose values these fields have: nothing of it was written. */
  readonly withdrawn?: true;
  /** Number of bytes of the log that survived a power cut when the line was written. */
  readonly synced: number;
};

const READ_BYTES = 1 << 18;
const NEWLINE = 0x0a;
const CRC = /^(\{.*),"crc":"([0-9a-f]{8})"\}$/s;

/** A record as a line of JSON that ends with its own checksum. */
export function formerLineOf(record: FormerHead | FormerLine): string {
  const text = JSON.stringify(record).slice(0, -1);
  return `${text},"crc":"${hex(text)}"}\n`;
}

const hex = (text: string): string => crc32(text).toString(16).padStart(8, '0');

/** The record of a line; undefined if the line is damaged. */
function recordIn(line: string): Readonly<Record<string, unknown>> | undefined {
  const [, text, crc] = CRC.exec(line) ?? [];
  return text !== undefined && hex(text) === crc
    ? (writtenJson(`${text}}`) as Readonly<Record<string, unknown>>)
    : undefined;
}

/** Result of reading a log. */
export type FormerEnd = {
  readonly head: FormerHead | undefined;
  /** Place where its sound lines end: what comes after was never synced, so no change was sent for it. */
  readonly end: number;
  readonly lines: number;
  /** Place where it is damaged; undefined if it is sound. */
  readonly damagedAt: number | undefined;
};

/**
 * Reads a log. A power cut may damage what was not synced, also in the midst of it; a line that was written when more than that
 * had been synced proves another damage.
 * @param each called with every sound line
 */
export function readFormer(kept: KeptBytes, each: (line: FormerLine) => void): FormerEnd {
  let head: FormerHead | undefined;
  let [lines, torn, damaged]: [number, number | undefined, number | undefined] = [0, undefined, undefined];
  for (const { at, text } of linesIn(kept)) {
    const record = recordIn(text);
    if (at === 0) {
      if (isHead(record)) head = record;
      else damaged = 0;
    } else if (!isLine(record)) torn ??= at;
    else if (torn === undefined || record.synced > torn) {
      if (torn !== undefined) damaged ??= torn;
      lines++;
      each(record);
    }
  }
  return { head, end: torn ?? kept.bytes, lines, damagedAt: damaged };
}

/** Every record that is sound, whatever is around it; none if the first is not. */
export function* soundRecords(kept: KeptBytes): Generator<FormerHead | FormerLine> {
  for (const { at, text } of linesIn(kept)) {
    const record = recordIn(text);
    if (at === 0 && !isHead(record)) return;
    if (isHead(record) || isLine(record)) yield record;
  }
}

const isHead = (record: unknown): record is FormerHead => (record as FormerHead | undefined)?.version === 1;

function isLine(record: unknown): record is FormerLine {
  const { entity, key } = (record ?? {}) as Partial<FormerLine>;
  return entity !== undefined && entityNames.includes(entity) && typeof key === 'string';
}

/** The lines of a log; the last one may lack its end. */
function* linesIn(kept: KeptBytes): Generator<{ readonly at: number; readonly text: string }> {
  const buffer = Buffer.alloc(Math.min(READ_BYTES, Math.max(1, kept.bytes)));
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  for (let from = 0; from < kept.bytes; ) {
    const count = kept.read(buffer, from);
    if (count === 0) break;
    from += count;
    const read = Buffer.concat([rest, buffer.subarray(0, count)]);
    let start = 0;
    for (let end = read.indexOf(NEWLINE); end !== -1; end = read.indexOf(NEWLINE, start)) {
      yield { at: at + start, text: read.toString('utf8', start, end) };
      start = end + 1;
    }
    at += start;
    rest = read.subarray(start);
  }
  // Without its end it was not written as a whole.
  if (rest.length > 0) yield { at, text: '' };
}
