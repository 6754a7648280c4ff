import { longYear } from '../rows/declared-time.ts';
import { MONTHS } from '../rows/format-parts.ts';
import { DIGITS, NAME, PARTS } from './clock-steps.ts';

const ZERO = 0x30;
const NO_YEAR = -1;
const LOWER = 0x20;
/** The three letters of a month as one number. */
const MONTH_WORDS = MONTHS.map((name) => wordAt(Buffer.from(name), 0));
const AM_M = 0x6d;
const AM = 0x61;
const PM = 0x70;

/** Reads texts of declared formats; assembly/times.ts does the same. */
export class ClockReader {
  readonly #parts = new Int32Array(9);
  #at = 0;

  /** True if a cell is in a format and its parts are those of a time of day; its date may be none. */
  reads(steps: Uint32Array, bytes: Uint8Array, from: number, end: number): boolean {
    this.#parts.fill(0);
    this.#parts[PARTS.shortYear] = NO_YEAR;
    this.#at = from;
    for (let step = 0; step < steps.length; step++)
      if (this.#at >= end || !this.#takes(steps[step] as number, bytes, end)) return false;
    return this.#at === end && this.#isTimeOfDay();
  }

  get year(): number {
    const short = this.#parts[PARTS.shortYear] as number;
    return short === NO_YEAR ? (this.#parts[PARTS.year] as number) : longYear(short);
  }
  get month(): number {
    return this.#parts[PARTS.month] as number;
  }
  get day(): number {
    return this.#parts[PARTS.day] as number;
  }
  /** Of the day. */
  get second(): number {
    const [, , , hour = 0, minute = 0, second = 0] = this.#parts;
    return hour * 3_600 + minute * 60 + second;
  }

  #takes(step: number, bytes: Uint8Array, end: number): boolean {
    const kind = step >>> 24;
    if (kind === DIGITS) return this.#digits(step, bytes, end);
    if (kind === 0) return bytes[this.#at++] === step;
    return kind === NAME ? this.#name(bytes, end) : this.#half(bytes, end);
  }

  #digits(step: number, bytes: Uint8Array, end: number): boolean {
    const last = Math.min(end, this.#at + (step & 0xff));
    const first = this.#at;
    let value = 0;
    for (; this.#at < last; this.#at++) {
      const digit = (bytes[this.#at] as number) - ZERO;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
    }
    this.#parts[(step >>> 16) & 0xff] = value;
    return this.#at - first >= ((step >>> 8) & 0xff);
  }

  #name(bytes: Uint8Array, end: number): boolean {
    if (end - this.#at < 3) return false;
    this.#parts[PARTS.month] = MONTH_WORDS.indexOf(wordAt(bytes, this.#at)) + 1;
    this.#at += 3;
    return true;
  }

  #half(bytes: Uint8Array, end: number): boolean {
    if (end - this.#at < 2) return false;
    const first = (bytes[this.#at] as number) | LOWER;
    const second = (bytes[this.#at + 1] as number) | LOWER;
    this.#parts[PARTS.half] = first === PM ? 2 : 1;
    this.#at += 2;
    return (first === AM || first === PM) && second === AM_M;
  }

  #isTimeOfDay(): boolean {
    const parts = this.#parts;
    const [, , , shown = 0, minute = 0, second = 0] = parts;
    const half = parts[PARTS.half] as number;
    if (half > 0 && (shown === 0 || shown > 12)) return false;
    if (half > 0) parts[PARTS.hour] = (shown % 12) + (half === 2 ? 12 : 0);
    return shown <= 23 && minute <= 59 && second <= 59;
  }
}

/** Three letters as one number, small ones and capitals as the same. */
function wordAt(bytes: Uint8Array, at: number): number {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  return ((first | LOWER) << 16) | ((second | LOWER) << 8) | third | LOWER;
}
