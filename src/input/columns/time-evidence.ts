import { parseTime } from '../rows/time.ts';
import { type Dated, type DatedPart, datedOf } from './dated.ts';

/** Different ways of writing that are kept. */
const SHAPES_MAX = 16;

/** Letters of a shortened name of a month, at most. */
const SHORT_NAME = 4;

const nameLength = (parts: readonly DatedPart[]): number =>
  parts.find(({ token }) => token === 'N')?.width ?? 0;

/** The ways in which the dates of a column are written. */
class DatedShapes {
  readonly #shapes = new Map<
    string,
    { parts: readonly DatedPart[]; widths: number[]; longest: number; count: number }
  >();
  /** The greatest first and second of the numbers that are day and month. */
  readonly #greatest: [number, number] = [0, 0];
  #pairs = 0;
  #unzoned = 0;

  add({ parts, pair, zoned }: Dated): void {
    if (pair) {
      this.#pairs += 1;
      this.#greatest[0] = Math.max(this.#greatest[0], pair[0]);
      this.#greatest[1] = Math.max(this.#greatest[1], pair[1]);
    }
    if (!zoned) this.#unzoned += 1;
    const key = parts.map(({ token }) => token).join('\u0000');
    const shape = this.#shapes.get(key);
    if (!shape) {
      if (this.#shapes.size < SHAPES_MAX)
        this.#shapes.set(key, {
          parts,
          widths: parts.map(({ width }) => width),
          longest: nameLength(parts),
          count: 1,
        });
      return;
    }
    shape.count += 1;
    shape.longest = Math.max(shape.longest, nameLength(parts));
    for (const [at, { width }] of parts.entries())
      if (width < (shape.widths[at] as number)) shape.widths[at] = width;
  }

  get zoned(): boolean {
    return this.#unzoned === 0;
  }

  /** True if nothing shows which number is the day and which the month. */
  get unclear(): boolean {
    const [a, b] = this.#greatest;
    return this.#pairs > 0 && a <= 12 && b <= 12;
  }

  /** The proof of the order of day and month, or that there is none; undefined if there is no question. */
  get proof(): string | undefined {
    const [a, b] = this.#greatest;
    if (this.#pairs === 0) return undefined;
    if (this.unclear) return 'it is unclear whether day or month comes first';
    return `${a > 12 ? 'day' : 'month'} first, a number of ${Math.max(a, b)} proves it`;
  }

  /** The format of most dates, as luxon reads it. */
  format(dayFirst = this.#greatest[1] <= 12): string {
    const [most] = [...this.#shapes.values()].sort((a, b) => b.count - a.count);
    if (!most) return '';
    const names: Readonly<Record<string, string>> = dayFirst ? { A: 'd', B: 'M' } : { A: 'M', B: 'd' };
    return most.parts
      .map(({ token, width }, at) => {
        if (token === 'N') return most.longest > SHORT_NAME ? 'MMMM' : 'MMM';
        const name = names[token] ?? token;
        // A number with one digit anywhere has no leading zeros.
        return width > 0 && most.widths[at] === 2 ? name.repeat(2) : name;
      })
      .join('');
  }
}

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
