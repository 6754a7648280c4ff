import type { SandboxTime } from '../running-sandbox.ts';
import { SandboxError } from '../wire/api-error.ts';

/** Time as an option gives it: a moment at which it stands still, or a function that gives milliseconds since the epoch. */
export type GivenTime = string | number | Date | (() => number);

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** The years from 1970 to 9999, which every answer can write. */
const TIME_MAX = 253_402_300_799_999;
const ADVANCE_MAX = 100 * 366 * 86_400_000;

/** The time of all apps: it runs, or stands still, and is only ever moved on. */
export class Clock implements SandboxTime {
  /** Beginning of a fixed clock; undefined for one that runs. */
  readonly start: number | undefined;
  readonly #running: () => number;
  #added = 0;

  constructor(given: GivenTime = Date.now) {
    this.#running = typeof given === 'function' ? given : Date.now;
    this.start = typeof given === 'function' ? undefined : momentOf(given);
  }

  readonly now = (): number => (this.start ?? this.#running()) + this.#added;

  readonly advance = (ms: number): void => {
    if (ms < 0)
      throw new SandboxError(
        'CLOCK_BACK',
        `a clock does not go back, as by ${ms} ms: reset puts it back to its start`,
      );
    if (!Number.isInteger(ms) || ms > ADVANCE_MAX || this.now() + ms > TIME_MAX)
      throw new SandboxError(
        'OPTION_INVALID',
        `the clock advances by whole milliseconds up to 100 years, not ${ms}`,
      );
    this.#added += ms;
  };

  /** True if it shows the time of this machine. */
  get isReal(): boolean {
    return this.#running === Date.now && !this.isSet;
  }

  /** True if it stands still, or was moved on. */
  get isSet(): boolean {
    return this.start !== undefined || this.#added > 0;
  }

  /** Sets a fixed clock to a moment, by default to its start; another one runs on as before. */
  restart(moment = this.start): void {
    if (this.start !== undefined && moment !== undefined) this.#added = moment - this.start;
  }
}

function momentOf(given: string | number | Date): number {
  const ms = typeof given === 'string' && !ISO.test(given) ? Number.NaN : new Date(given).getTime();
  if (ms >= 0 && ms <= TIME_MAX) return ms;
  const text = given instanceof Date ? 'an invalid date' : String(given);
  throw new SandboxError('OPTION_INVALID', `clock "${text}": expected a time such as 2030-01-01T00:00:00Z`);
}
