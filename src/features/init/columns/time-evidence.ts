import { parseTime } from '../../../input/rows/time.ts';
import { type Dated, datedOf } from './dated.ts';
import { DatedShapes } from './dated-shapes.ts';

/** The form of the times of a column, as judged from all its cells. */
export type TimeEvidence = {
  /** The value of `time:` in a pipeline: `iso`, `s`, `ms`, `us`, or a format such as `dd/MM/yyyy HH:mm`. */
  readonly time: string;
  /** True if every cell has a zone; an epoch time needs none. */
  readonly zoned: boolean;
  /** True if the cells are ambiguous, such as two units or a day that may be a month. */
  readonly ambiguous: boolean;
  /** Counts of the forms found, as a sentence. */
  readonly evidence: string;
  /** The earliest and the latest time, ISO 8601; without an offset if the column has no zone. */
  readonly first: string;
  readonly last: string;
  /** The format with the month first, if nothing shows whether day or month comes first; `time` has the day first. */
  readonly monthFirst?: string;
  /** The number of times before the one that the caller asked about; absent if it did not ask. */
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

/** The form of a cell; undefined if it is not a time. */
function formOf(cell: string): TimeForm | Dated | undefined {
  if (EPOCH.test(cell)) {
    const digits = cell.indexOf('.') === -1 ? cell.length : cell.indexOf('.');
    return digits <= 11 ? 's' : digits <= 14 ? 'ms' : 'us';
  }
  const iso = ISO.exec(cell);
  if (iso) return iso[1] === undefined ? 'local' : 'zoned';
  return datedOf(cell);
}

/** Counts the time forms of all cells of a column, because one cell alone does not show the unit. */
export class TimeFormCounter {
  readonly #counts: Record<TimeForm, number> = { s: 0, ms: 0, us: 0, zoned: 0, local: 0, dated: 0 };
  readonly #shapes = new DatedShapes();
  #other = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #older = 0;
  #previous: number | undefined;
  #rising = 0;
  #falling = 0;
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
    this.#counts[typeof form === 'string' ? form : 'dated'] += 1;
    if (typeof form === 'object') this.#shapes.add(form);
    if (this.#before !== undefined && seconds < this.#before) this.#older += 1;
    if (seconds < this.#first) this.#first = seconds;
    if (seconds > this.#last) this.#last = seconds;
    if (this.#previous !== undefined && seconds > this.#previous) this.#rising += 1;
    if (this.#previous !== undefined && seconds < this.#previous) this.#falling += 1;
    this.#previous = seconds;
  }

  /** The numbers of times that are later, and that are earlier, than the one before them. */
  get order(): { readonly rising: number; readonly falling: number } {
    return { rising: this.#rising, falling: this.#falling };
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
    const dated = form === 'dated' ? this.#shapes : undefined;
    const parts = met.map((each) => `${this.#counts[each]} in ${NAMES[each]}`);
    if (this.#other > 0) parts.push(`${this.#other} not a time`);
    if (dated?.proof !== undefined) parts.push(dated.proof);
    const zoned = this.#counts.local === 0 && (this.#counts.dated === 0 || this.#shapes.zoned);
    return {
      time: dated ? dated.format() : form === 'zoned' || form === 'local' ? 'iso' : form,
      zoned,
      ambiguous:
        units.size > 1 || dated?.unclear === true || (this.#counts.local > 0 && this.#counts.zoned > 0),
      evidence: parts.join(', '),
      first: shown(this.#first, zoned),
      last: shown(this.#last, zoned),
      ...(dated?.unclear === true ? { monthFirst: dated.format(false) } : {}),
      ...(this.#before === undefined ? {} : { older: this.#older }),
    };
  }
}

function secondsOf(cell: string, form: TimeForm | Dated): number | undefined {
  if (typeof form === 'object') return form.seconds((form.pair?.[1] ?? 0) <= 12);
  const time = form === 'zoned' || form === 'local' ? 'iso' : form;
  const parsed = parseTime(cell, form === 'local' ? { time, zone: 'utc' } : { time });
  return 'seconds' in parsed ? parsed.seconds : undefined;
}

function shown(seconds: number, zoned: boolean): string {
  const iso = new Date(seconds * 1000).toISOString().slice(0, 19);
  return zoned ? `${iso}Z` : iso;
}
