import { hasInfinite, parsedJson } from '../input/json/parse-json.ts';
import { hasBigint, rawNumber } from '../input/json/raw-number.ts';
import { rememberRounded, roundedOf } from '../input/json/rounded-numbers.ts';
import { madeColumn } from '../input/rows/made-column.ts';
import type { RecordCells } from '../input/rows/record.ts';
import type { Problem, Row, Values } from '../input/rows/row.ts';

/** A row of a prepared table; what leaves one out is `transform`, `onDuplicate` or `superseded`. */
export type PreparedRow = Pick<Row, 'values' | 'fault' | 'raw' | 'leftOut'>;

/** A row to prepare, with its position in its file. */
export interface PreparedInput extends PreparedRow {
  /** 1-based physical line. */
  readonly line: number;
  /** Offset of its first byte, if known. */
  readonly byte?: number;
  /** Its number among the data rows of its file, from 1, if known. */
  readonly row?: number;
  /** Index into the names of the table, if the row is not of the file that is read. */
  readonly file?: number;
  /** The extra cells, in the order of the table's extras; undefined is an absent cell. */
  readonly extras?: readonly (string | undefined)[];
  /** The CSV record that the values are the cells of; valid until the next row. Its bytes need not be encoded again. */
  readonly record?: RecordCells;
}

/** Ids that are made once, when a row is written, and not again in every pass over the table. */
export type MadeCells = {
  /** The fields, for which the table gets a column each, or its objects a member where they have an id. */
  readonly fields: readonly string[];
  /** The ids of a row as in JSON, until the next call; empty for one that must be made of the cells of the row. */
  cellsOf(input: number, row: PreparedInput): readonly string[];
  /** The field whose id ends with the number of the row; its column is the last one before that number. */
  readonly numbered?: { readonly field: string; idOf(input: number, row: PreparedInput): string } | undefined;
};

/** The extra cell of objects with what the caller names their input; a rejects file does not have it. */
export const INPUT = madeColumn('input');

/** The origin of a row of a prepared table. */
export type RowOrigin = {
  /** Index into the names of the table; `NO_FILE` for a row that no file has. */
  readonly file: number;
  readonly line: number;
  /** -1 if it is not known. */
  readonly byte: number;
  /** Its number among the data rows of its file, from 1; absent if it is not known. */
  readonly row?: number;
};

/** The file of a row that no file has. */
export const NO_FILE = 0xffff_ffff;

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
export function markOf({ fault, raw, leftOut }: Omit<PreparedRow, 'values'>): string {
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
export function rowOfLine(line: string): PreparedRow | undefined {
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

function marked(marks: string, values: Values): PreparedRow | undefined {
  let row: PreparedRow = { values };
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
