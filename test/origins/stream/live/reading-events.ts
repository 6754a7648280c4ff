import { pulledLine } from '../../../../src/exports/files/pulled-rows.ts';
import type { EventReading, LiveChange } from '../../../../src/origin/live/live-origin.ts';
import type { OriginRow } from '../../../../src/origin/origin.ts';
import { streamLive } from '../../../../src/origin/stream/live/stream-live.ts';
import type { Item } from '../stream-app.ts';

const KEY = 'app-key-1';

/** Reads an event as it would be received. */
export const readingOf = (
  event: Item | string,
  headers: Readonly<Record<string, string>> = {},
): EventReading =>
  streamLive.read(
    { headers, body: Buffer.from(typeof event === 'string' ? event : JSON.stringify(event)) },
    { names: { key: KEY } },
  );

/** The changes of an event that can be read. */
export function changesOf(event: Item): readonly LiveChange[] {
  const reading = readingOf(event);
  if ('fault' in reading) throw new Error(`${reading.fault}: ${reading.message}`);
  return reading.changes;
}

/** Records as the files of a pull have them. */
export const pulledText = (rows: Iterable<OriginRow>): string =>
  [...rows].map(({ list, of, row }) => pulledLine('stream', list, of, JSON.stringify(row))).join('');
