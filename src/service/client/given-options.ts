import { nearest } from '../../errors/nearest.ts';

const SHOWN_CHARS = 60;

/** The problem with options of which one has no such name; undefined if all are known. */
export function unknownOption(given: object, known: readonly string[]): string | undefined {
  const name = Object.keys(given).find((each) => !known.includes(each));
  if (name === undefined) return undefined;
  const meant = nearest(name, known);
  const advice = meant === undefined ? `known are ${known.join(', ')}` : `did you mean ${meant}`;
  return `there is no option ${JSON.stringify(name.slice(0, SHOWN_CHARS))}; ${advice}`;
}

/** The problem with the limits of a call, or of all calls of a client; undefined if there is none. */
export function problemOfLimits(given: Readonly<Record<string, unknown>>): string | undefined {
  const time = TIMES.find((name) => given[name] !== undefined && !isMilliseconds(given[name]));
  if (time !== undefined) return `${time} must be a time in milliseconds`;
  const { retries } = given as { retries?: unknown };
  const isCount = retries === undefined || (Number.isSafeInteger(retries) && Number(retries) >= 0);
  return isCount ? undefined : 'retries must be a whole number from 0';
}

const TIMES = ['timeoutMs', 'attemptMs', 'outageMs'];

/** True if a value is a time that a timer can take. */
const isMilliseconds = (value: unknown): boolean => typeof value === 'number' && value > 0 && value < 2 ** 31;
