/** The order in which English dictionaries have what is neither a digit nor a letter. */
const MARKS = ' _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';
const [DIGITS, LETTERS, OTHERS] = [100, 200, 1_000];
const ZERO = 0x30;

/**
 * The order of names that people expect: `part-9` before `part-10`, capitals beside small letters. Written out, because the
 * order of files decides which row counts, and the one of the runtime changes with its version.
 */
export function byNumber(a: string, b: string): number {
  return inWords(folded(a), folded(b)) || byCase(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Without marks on letters, and in small letters. */
const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function inWords(a: string, b: string): number {
  let [at, other] = [0, 0];
  while (at < a.length && other < b.length) {
    if (isDigit(a, at) && isDigit(b, other)) {
      const [one, two] = [numberAt(a, at), numberAt(b, other)];
      const order = one.digits.length - two.digits.length || compared(one.digits, two.digits);
      if (order !== 0) return order;
      [at, other] = [one.end, two.end];
      continue;
    }
    const order = rankOf(a, at) - rankOf(b, other);
    if (order !== 0) return order;
    at++;
    other++;
  }
  return a.length - at - (b.length - other);
}

/** The digits of a number without zeros before it, and where it ends. */
function numberAt(text: string, start: number): { readonly digits: string; readonly end: number } {
  let end = start;
  while (isDigit(text, end)) end++;
  let first = start;
  while (first < end - 1 && text.charCodeAt(first) === ZERO) first++;
  return { digits: text.slice(first, end), end };
}

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9;
}

function rankOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  const mark = MARKS.indexOf(text[at] as string);
  if (mark >= 0) return mark;
  if (isDigit(text, at)) return DIGITS + code;
  return code >= 0x61 && code <= 0x7a ? LETTERS + code : OTHERS + code;
}

/** Of two names that differ in capitals alone, the first small letter comes first. */
function byCase(a: string, b: string): number {
  if (a.length !== b.length) return 0;
  for (let at = 0; at < a.length; at++)
    if (a[at] !== b[at] && a[at]?.toLowerCase() === b[at]?.toLowerCase())
      return a[at] === a[at]?.toLowerCase() ? -1 : 1;
  return 0;
}

const compared = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
