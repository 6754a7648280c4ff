import type { System } from '../system/system.ts';

/** The name of a run: when it began, in UTC, and four digits: `20260102T030405Z-3f9a`. Sorted, runs are in their order. */
export const RUN_ID = /^(\d{8}T\d{6})Z-([0-9a-f]{4})$/;

const SUFFIXES = 0x1_00_00;

/**
 * The id of a run that begins now. It comes after the last one also within a second, and where the clock has gone back: then
 * it has the time of that run.
 * @param last the id of the last run
 */
export function newRunId(
  last: string | undefined,
  { clock, random }: Pick<System, 'clock' | 'random'>,
): string {
  const time = timeText(clock.now());
  const [, lastTime = '', lastSuffix = ''] = RUN_ID.exec(last ?? '') ?? [];
  if (time > lastTime) return `${time}Z-${random.hex(2)}`;
  const suffix = Number.parseInt(lastSuffix, 16) + 1;
  if (suffix < SUFFIXES) return `${lastTime}Z-${suffix.toString(16).padStart(4, '0')}`;
  return `${timeText(timeOf(lastTime) + 1_000)}Z-0000`;
}

const timeText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');

/** `20260102T030405` as epoch milliseconds. */
const timeOf = (text: string): number =>
  Date.parse(`${text.replace(/^(....)(..)(..)T(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6')}Z`);
