import { pulledLine } from '../../../../src/exports/files/pulled-rows.ts';
import type { EventReading, LiveChange } from '../../../../src/origin/live/live-origin.ts';
import type { OriginRow } from '../../../../src/origin/origin.ts';
import { twilioLive } from '../../../../src/origin/twilio/live/twilio-live.ts';

const FORM = 'application/x-www-form-urlencoded';

/** Reads an event as it would be received. */
export const readingOf = (
  event: URLSearchParams | Readonly<Record<string, string>> | string,
  names: Readonly<Record<string, string>> = {},
  type = FORM,
): EventReading =>
  twilioLive.read(
    {
      headers: { 'content-type': type },
      body: Buffer.from(typeof event === 'string' ? event : new URLSearchParams(event).toString()),
    },
    { names },
  );

/** The only change of an event that can be read. */
export function changeOf(event: URLSearchParams | Readonly<Record<string, string>>): LiveChange {
  const reading = readingOf(event);
  if ('fault' in reading) throw new Error(`${reading.fault}: ${reading.message}`);
  const [change] = reading.changes;
  if (!change) throw new Error('the event moves nothing');
  return change;
}

/** Records as the files of a pull have them. */
export const pulledText = (rows: Iterable<OriginRow>): string =>
  [...rows].map(({ list, of, row }) => pulledLine('twilio', list, of, JSON.stringify(row))).join('');
