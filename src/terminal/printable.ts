import { isAbsolute, relative } from 'node:path';

/** Characters that could move the cursor or reorder a line: C0, C1 and bidirectional controls, line separators. */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** Text from a file, a service or an error, safe to print: unsafe characters become escapes such as `\u001b`. */
export function printable(text: string): string {
  return text.replaceAll(UNSAFE, escaped);
}

const escaped = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

/**
 * A colour, a move of the cursor or a title that we print, or one character that `printable` escapes. Line ends and tabs
 * stay. A title has nothing of what comes from outside.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the bell ends a title
  /\p{Cc}\[\d*(?:;\d+)*[mAJ]|\p{Cc}\[2[23];2t|\p{Cc}\]2;chatferry [a-z\d %~:]{0,40}\u0007|\p{Cc}\]9;4;\d;\d{1,3}\u0007|[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/**
 * The last look at everything that is printed or logged, whatever part of it came from outside: control characters and
 * those that reorder a line become escapes. JSON keeps its meaning, because they can only be in its strings.
 * @param isTerminal keeps colours and the moves of the cursor that redraw progress
 */
export function withoutHidden(text: string, isTerminal = false): string {
  const kept = isTerminal ? '\n\t\u001b' : '\n\t';
  return text.replaceAll(HIDDEN, (found) => {
    const [first = ''] = found;
    return found.length > 1 && kept.includes(first) ? found : escaped(first) + found.slice(1);
  });
}

/** In JSON: the escape of a surrogate, which stands alone, because a pair is written as itself; or any other escape. */
const ESCAPES = /\\(?:(ud[89a-f][\da-f]{2})|.)/g;

/**
 * A value as a JSON document of several lines, safe to show on a terminal. A surrogate without its other half, which other
 * programs refuse, becomes the text of its escape.
 */
export function printableJson(value: unknown): string {
  return safeJson(JSON.stringify(value, null, 2));
}

/** The same as a document of one line, for NDJSON. */
export function jsonLine(value: unknown): string {
  return safeJson(JSON.stringify(value));
}

function safeJson(json: string): string {
  const wellFormed = json.replaceAll(ESCAPES, (found, alone?: string) => (alone ? `\\\\${alone}` : found));
  return `${withoutHidden(wellFormed)}\n`;
}

/** The first `chars` characters, with an ellipsis if some are cut. */
export function cut(text: string, chars: number): string {
  const points = [...text];
  return points.length > chars ? `${points.slice(0, chars - 1).join('')}…` : text;
}

/** A path as a user would type it: relative if it is below the working directory. */
export function fromHere(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') || isAbsolute(short) || short === '' ? path : short;
}

/** A path as one word of a command that a user can paste: in quotes if a shell would take it apart. Safe to print. */
export function argument(path: string): string {
  const shown = printable(path);
  return /^[\p{L}\p{N}_./:@%+=,\\-]+$/u.test(shown) ? shown : `'${shown.replaceAll("'", "'\\''")}'`;
}

/** 1234567 → `1 234 567`. */
export function grouped(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(\d{3})+$)/g, ' ');
}

/** `1 row`, `2 000 rows`. */
export const amount = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** Counts by name, for people: `12 × users.name, 1 × groups.icon`. */
export const countList = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${grouped(count)} × ${printable(name)}`)
    .join(', ');

/** The same with one decimal where it is no whole number: `1 139.3`. */
export function groupedTenths(value: number): string {
  const tenths = Math.round(value * 10);
  return tenths % 10 === 0 ? grouped(tenths / 10) : `${grouped(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/** Bytes as `12 kB`, `1 234 MB`. */
export function byteSize(bytes: number): string {
  return bytes < 1_000_000 ? `${grouped(bytes / 1_000)} kB` : `${grouped(bytes / 1_000_000)} MB`;
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** Bytes in the unit that suits them: `812 B`, `1.4 MB`. */
export function sizeText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? grouped(value) : value.toFixed(1)} ${UNITS[power]}`;
}

/** Milliseconds as `3 h 37 m`, `41 s`, `0.3 s`. */
export function duration(ms: number): string {
  const s = ms / 1000;
  if (s < 10) return `${s.toFixed(1)} s`;
  if (s < 100) return `${Math.round(s)} s`;
  const minutes = Math.round(s / 60);
  return minutes < 100
    ? `${minutes} m`
    : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} m`;
}
