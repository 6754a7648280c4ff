/** The name under which a row is counted with a number that has lost digits. */
export const DIGITS_LOST = 'digits';

/** Text that may be a number that loses digits: a double holds any number of at most 15. */
const LONG = /\d[\d.]{15}/;
const LONG_CHARS = 16;
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
const WHOLE = /^\d+$/;
/** No double needs more digits. */
const DIGITS_MAX = 17;

const NONE: readonly number[] = [];

/** By the value of a text: the numbers in it, without their sign, that stand there with digits which a double cannot hold. */
const known = new WeakMap<object, readonly number[]>();

/**
 * The numbers of a text, without their sign, that have lost digits when they were read. Whole numbers keep theirs.
 * @param among only these are looked at; all of them without
 */
export function roundedIn(text: string, among?: ReadonlySet<number>): readonly number[] {
  if (text.length < LONG_CHARS || !LONG.test(text)) return NONE;
  const found = new Set<number>();
  for (const [written] of text.matchAll(NUMBER)) {
    if (written.length <= LONG_CHARS || WHOLE.test(written)) continue;
    const value = Number(written);
    if (String(value) === written || among?.has(value) === false) continue;
    const said = decimalOf(written);
    // Programs that write all 17 digits of a double, such as 0.10000000000000001, have lost nothing.
    const held = value.toPrecision(Math.min(Math.max(said.digits.length, 1), DIGITS_MAX));
    const read = decimalOf(held);
    if (said.digits !== read.digits || said.point !== read.point) found.add(value);
  }
  return [...found];
}

/** A decimal number: the digits that count, and where its point is. */
function decimalOf(written: string): { readonly digits: string; readonly point: number } {
  const [mantissa = '', exponent = '0'] = written.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const point = digits.length - fraction.length + Number(exponent);
  return { digits: withoutZeros(digits), point };
}

/** Without zeros at the end; a pattern would try every zero of a long text. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (end > 0 && digits[end - 1] === '0') end--;
  return digits.slice(0, end);
}

/** Remembers of an object which of its numbers have lost digits; a copy made of it has to be told the same. */
export function rememberRounded(values: object, numbers: readonly number[]): void {
  if (numbers.length > 0) known.set(values, numbers);
}

/** Which numbers of an object, as far as it was remembered, have lost digits. */
export const roundedOf = (values: object): readonly number[] => known.get(values) ?? [];

/**
 * True if a field of `data` has a number that was written with more digits in the cells that it was read from.
 * @param values the cells: texts, or a parsed object
 */
export function hasRounded(data: object, values: object): boolean {
  const numbers = new Set<number>();
  for (const value of Object.values(data)) if (typeof value === 'object') addNumbers(value, numbers);
  if (numbers.size === 0) return false;
  for (const cell of Object.values(values))
    if (typeof cell === 'string' && roundedIn(cell, numbers).length > 0) return true;
  return roundedOf(values).some((number) => numbers.has(number));
}

function addNumbers(value: unknown, to: Set<number>): void {
  if (typeof value === 'number') to.add(Math.abs(value));
  else if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) addNumbers(each, to);
}
