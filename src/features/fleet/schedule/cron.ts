import { RunError } from '../../../errors/run-error.ts';
import { fleetLibraries } from '../queue/fleet-libraries.ts';

/** The times of a schedule. */
export type Times = {
  /** A cron expression of five fields, or of six with seconds. */
  readonly at: string;
  /** A time zone such as `Europe/Berlin`. */
  readonly zone: string;
};

/** A schedule that was not looked at for long has no more missed nights than this. */
const MISSED_MAX = 1_000;

const parse = ({ at, zone }: Times, fromMs: number) => {
  const { CronExpressionParser } = fleetLibraries.cronParser();
  return CronExpressionParser.parse(at, { tz: zone, currentDate: new Date(fromMs) });
};

/**
 * The first time of a schedule after a moment, epoch milliseconds.
 * @throws RunError `FLEET.SCHEDULE_INVALID`
 */
export function nextTime(times: Times, afterMs: number): number {
  const { at, zone } = times;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
  } catch (cause) {
    throw new RunError('FLEET.SCHEDULE_INVALID', `--zone ${zone} is not a time zone`, {
      hint: `give the name of a zone, such as Europe/Berlin, America/New_York or UTC`,
      cause,
    });
  }
  // The parser would complete a shorter expression in its own way.
  if (!/^\S+(?:\s+\S+){4,5}$/.test(at.trim()))
    throw new RunError('FLEET.SCHEDULE_INVALID', `--at "${at}" is not a cron expression of five fields`);
  // Another time each time that it is parsed.
  if (/(?<![A-Z])H(?![A-Z])/i.test(at))
    throw new RunError('FLEET.SCHEDULE_INVALID', `--at "${at}" contains H, which is not a fixed time`);
  try {
    return parse(times, afterMs).next().getTime();
  } catch (cause) {
    const why = (cause as Error).message;
    throw new RunError('FLEET.SCHEDULE_INVALID', `--at "${at}" is not a cron expression: ${why}`, { cause });
  }
}

/** The number of times of a schedule between two moments, both left out. */
export function timesBetween(times: Times, afterMs: number, beforeMs: number): number {
  const expression = parse(times, afterMs);
  for (let count = 0; count < MISSED_MAX; count++) if (expression.next().getTime() >= beforeMs) return count;
  return MISSED_MAX;
}
