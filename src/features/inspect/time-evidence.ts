import { parseTime } from '../../input/rows/time.ts';

/** How the times of a column are written, as judged from all its cells. */
export type TimeEvidence = {
  /** The value of `time:` in a pipeline: `iso`, `s`, `ms`, `us`, or a format such as `dd/MM/yyyy HH:mm`. */
  readonly time: string;
  /** Whether every cell has a zone; an epoch time needs none. */
  readonly zoned: boolean;
  /** Whether the cells are ambiguous, such as two units or a day that may be a month. */
  readonly ambiguous: boolean;
  /** Counts of the forms found, as a sentence. */
  readonly evidence: string;
  /** The earliest and the latest time, ISO 8601; without an offset if the column has no zone. */
  readonly first: string;
  readonly last: string;
  /** How many times are before the one that the caller asked about; absent if it did not ask. */
  readonly older?: number;
};

type TimeForm = 's' | 'ms' | 'us' | 'zoned' | 'local' | 'dated';

const NAMES: Readonly<Record<TimeForm, string>> = {
  s: 'seconds',
  ms: 'milliseconds',
  us: 'microseconds',
  zoned: 'ISO 8601 with a zone',
  local: 'ISO 8601 without a zone',
  dated: 'day, month and year',
};

const EPOCH = /^\d{9,17}(?:\.\d{1,9})?$/;
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;
const DATED = /^(\d\d?)([./-])(\d\d?)\2(\d{4})(?:,? (\d\d?):(\d\d)(?::(\d\d))?)?$/;

/** The form of a cell; undefined if it is not a time. */
function formOf(cell: string): TimeForm | undefined {
  if (EPOCH.test(cell)) {
    const digits = cell.indexOf('.') === -1 ? cell.length : cell.indexOf('.');
    return digits <= 11 ? 's' : digits <= 14 ? 'ms' : 'us';
  }
  const iso = ISO.exec(cell);
  if (iso) return iso[1] === undefined ? 'local' : 'zoned';
  return DATED.test(cell) ? 'dated' : undefined;
}

/** Counts the time forms of all cells of a column, because one cell alone does not show the unit. */
export class TimeFormCounter {
  readonly #counts: Record<TimeForm, number> = { s: 0, ms: 0, us: 0, zoned: 0, local: 0, dated: 0 };
  #other = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  /** The greatest first and second number of a date, and the longest date as written. */
  #greatest: [number, number] = [0, 0];
  #dated = '';
  #older = 0;
  readonly #before: number | undefined;

  /** @param before epoch seconds; times before it are counted */
  constructor(before?: number) {
    this.#before = before;
  }

  add(cell: string): void {
    const form = formOf(cell);
    const seconds = form && secondsOf(cell, form);
    if (form === undefined || seconds === undefined) {
      this.#other += 1;
      return;
    }
    this.#counts[form] += 1;
    if (form === 'dated') this.#order(cell);
    if (this.#before !== undefined && seconds < this.#before) this.#older += 1;
    if (seconds < this.#first) this.#first = seconds;
    if (seconds > this.#last) this.#last = seconds;
  }

  /** Undefined if fewer than nine in ten cells are times. */
  get evidence(): TimeEvidence | undefined {
    const met = (Object.keys(this.#counts) as TimeForm[])
      .filter((form) => this.#counts[form] > 0)
      .sort((a, b) => this.#counts[b] - this.#counts[a]);
    const [form] = met;
    const times = met.reduce((sum, each) => sum + this.#counts[each], 0);
    if (form === undefined || times < (times + this.#other) * 0.9) return undefined;
    const units = new Set(met.map((each) => (each === 'local' ? 'zoned' : each)));
    const [a, b] = this.#greatest;
    const dayOrMonth = form === 'dated' && a <= 12 && b <= 12;
    const parts = met.map((each) => `${this.#counts[each]} in ${NAMES[each]}`);
    if (this.#other > 0) parts.push(`${this.#other} not a time`);
    if (form === 'dated')
      parts.push(
        dayOrMonth
          ? 'it is unclear whether day or month comes first'
          : `${a > 12 ? 'day' : 'month'} first, a number of ${Math.max(a, b)} proves it`,
      );
    const zoned = this.#counts.local + this.#counts.dated === 0;
    return {
      time: form === 'dated' ? this.#format() : form === 'zoned' || form === 'local' ? 'iso' : form,
      zoned,
      ambiguous: units.size > 1 || dayOrMonth || (this.#counts.local > 0 && this.#counts.zoned > 0),
      evidence: parts.join(', '),
      first: shown(this.#first, zoned),
      last: shown(this.#last, zoned),
      ...(this.#before === undefined ? {} : { older: this.#older }),
    };
  }

  #order(cell: string): void {
    const [, a, , b] = DATED.exec(cell) ?? [];
    this.#greatest = [Math.max(this.#greatest[0], Number(a)), Math.max(this.#greatest[1], Number(b))];
    if (cell.length > this.#dated.length) this.#dated = cell;
  }

  #format(): string {
    const [, a = '', mark = '', b = '', , hour, , second] = DATED.exec(this.#dated) ?? [];
    const comma = this.#dated.includes(',') ? ',' : '';
    const day = (a.length === 2 ? 'dd' : 'd') as string;
    const month = b.length === 2 ? 'MM' : 'M';
    const dayFirst = this.#greatest[1] <= 12;
    const date = dayFirst ? `${day}${mark}${month}` : `${month}${mark}${day}`;
    if (hour === undefined) return `${date}${mark}yyyy`;
    return `${date}${mark}yyyy${comma} ${hour.length === 2 ? 'HH' : 'H'}:mm${second === undefined ? '' : ':ss'}`;
  }
}

function secondsOf(cell: string, form: TimeForm): number | undefined {
  if (form === 'dated') {
    const [, a, , b, year, hour = 0, minute = 0, second = 0] = DATED.exec(cell) ?? [];
    const [day, month] = Number(b) > 12 ? [b, a] : [a, b];
    const ms = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour),
      Number(minute),
      Number(second),
    );
    return Number(month) > 12 || Number.isNaN(ms) ? undefined : ms / 1000;
  }
  const time = form === 'zoned' || form === 'local' ? 'iso' : form;
  const parsed = parseTime(cell, form === 'local' ? { time, zone: 'utc' } : { time });
  return 'seconds' in parsed ? parsed.seconds : undefined;
}

function shown(seconds: number, zoned: boolean): string {
  const iso = new Date(seconds * 1000).toISOString().slice(0, 19);
  return zoned ? `${iso}Z` : iso;
}
