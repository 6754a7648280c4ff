import { hasInfinite, parsedJson } from '../input/json/parse-json.ts';
import { hasBigint, rawNumber } from '../input/json/raw-number.ts';
import { rememberRounded, roundedOf } from '../input/json/rounded-numbers.ts';
import type { Problem, Row, Values } from '../input/rows/row.ts';
import type { PreparedRow } from './prepared-row.ts';

/**
 * The lines of a prepared table. A row is a JSON array of texts or a JSON object; what a file with such a row does not say
 * stands before it and ends with a tab, which JSON never contains: `!{…}` for a fault, `-"rule"` for a row that is left
 * out, `#` for an object with integers that JavaScript would round, `~[…]` with the fractions of one that have lost digits.
 */
const FAULT = '!';
const LEFT_OUT = '-';
const LONG = '#';
const ROUNDED = '~';

const ESCAPED_CHAR = /["\\\p{Cc}\p{Cs}]/u;

/** A text as JSON. */
export const quoted = (text: string): string =>
  ESCAPED_CHAR.test(text) ? JSON.stringify(text) : `"${text}"`;

/** A JSON array of texts. */
export const arrayText = (cells: readonly string[]): string => JSON.stringify(cells);

/** The beginning of the same, without its closing bracket. */
export const arrayHead = (cells: readonly string[]): string => arrayText(cells).slice(0, -1);

/** The beginning of a JSON object, without its closing bracket; marks and a tab before one with long numbers. */
export function objectHead(values: Readonly<Record<string, unknown>>): string {
  const text = exactJson(values);
  const long = text.isLong ? `${LONG}\t` : '';
  const rounded = roundedOf(values);
  const marks = rounded.length === 0 ? long : `${long}${ROUNDED}${JSON.stringify(rounded)}\t`;
  return `${marks}${text.json.slice(0, -1)}`;
}

/** Returns the mark that stands before the row of a line with a fault or a rule that leaves it out. */
export function markOf({ fault, raw, leftOut }: Pick<PreparedRow, 'fault' | 'raw' | 'leftOut'>): string {
  if (fault) {
    const { json } = exactJson({ ...fault, ...(raw === undefined ? {} : { raw }) });
    return `${FAULT}${json}\t`;
  }
  return leftOut === undefined ? '' : leftOutMark(leftOut);
}

/** The mark that stands before a row that a rule leaves out. */
export const leftOutMark = (rule: string): string => `${LEFT_OUT}${JSON.stringify(rule)}\t`;

/** JSON without loss: all digits of long integers, and numbers beyond 1.8e308, which JSON would write as null. */
export function exactJson(value: object): { readonly json: string; readonly isLong: boolean } {
  try {
    const json = JSON.stringify(value);
    if (!json.includes('null') || !hasInfinite(value)) return { json, isLong: false };
  } catch (error) {
    if (!hasBigint(value)) throw error;
  }
  return { json: JSON.stringify(value, exactMember), isLong: true };
}

// TypeScript's library does not know it yet.
const { rawJSON } = JSON as unknown as { rawJSON(text: string): object };

function exactMember(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return rawNumber(value);
  return value === Infinity || value === -Infinity ? rawJSON(value > 0 ? '1e999' : '-1e999') : value;
}

/**
 * The row of a line.
 * @returns undefined if the line is not one that the writer writes
 */
export function rowOfLine(line: string): Pick<Row, 'values' | 'fault' | 'raw' | 'leftOut'> | undefined {
  const first = line[0];
  if (first === '[') return withCells(cellsOf(line));
  if (first === '{') return withValues(parsedJson(line, false));
  const tab = line.lastIndexOf('\t');
  if (tab < 0) return undefined;
  const row = line.slice(tab + 1);
  const values = row[0] === '[' ? cellsOf(row) : parsedJson(row, true);
  if (!isValues(values)) return undefined;
  return marked(line.slice(0, tab), values);
}

function marked(marks: string, values: Values): ReturnType<typeof rowOfLine> {
  let row: Pick<Row, 'values' | 'fault' | 'raw' | 'leftOut'> = { values };
  for (const mark of marks.split('\t')) {
    const what = mark.slice(1);
    if (mark[0] === LONG) continue;
    const said = parsedJson(what, true);
    if (mark[0] === ROUNDED && Array.isArray(said)) {
      rememberRounded(values, said);
      continue;
    }
    if (mark[0] === LEFT_OUT && typeof said === 'string') row = { ...row, leftOut: said };
    else if (mark[0] === FAULT && isValues(said)) {
      const { raw, ...fault } = said as Problem & { readonly raw?: string };
      row = { ...row, fault, ...(raw === undefined ? {} : { raw }) };
    } else return undefined;
  }
  return row;
}

const withCells = (values: readonly string[] | undefined): { values: Values } | undefined =>
  values && { values };
const withValues = (values: unknown): { values: Values } | undefined =>
  isValues(values) ? { values } : undefined;

const isValues = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** The texts of a JSON array of texts. Without an escape, no text contains a quote, so the line can simply be split. */
function cellsOf(line: string): readonly string[] | undefined {
  if (line.includes('\\')) {
    const cells = parsedJson(line, false);
    return Array.isArray(cells) ? cells : undefined;
  }
  if (line === '[]') return [];
  return line.startsWith('["') && line.endsWith('"]') ? line.slice(2, -2).split('","') : undefined;
}
