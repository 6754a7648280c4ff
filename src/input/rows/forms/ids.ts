import { hash } from 'node:crypto';
import { isAbsent } from '../decode-cell.ts';
import type { Values } from '../row.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, ColumnFinder } from './context.ts';

/** The most results in one generation. */
const SIZE_MAX = 32_768;
/** Longer texts are seldom repeated, and would fill the memory. */
const CHARS_MAX = 256;

/**
 * A pure function of a text that remembers its results: those of the texts that were last asked for, in two generations,
 * so that memory stays bounded.
 */
function remembered(compute: (text: string) => string): (text: string) => string {
  let young = new Map<string, string>();
  let old = new Map<string, string>();
  return (text) => {
    if (text.length > CHARS_MAX) return compute(text);
    const known = young.get(text);
    if (known !== undefined) return known;
    const result = old.get(text) ?? compute(text);
    if (young.size >= SIZE_MAX) {
      old = young;
      young = new Map();
    }
    young.set(text, result);
    return result;
  };
}

const LEGAL = /^[a-z0-9_-]{1,100}$/;
const SLUG_CHARS_MAX = 80;
const SLUG_DIGITS = 12;
const HASH_DIGITS = 32;
const MUID_CHARS_MAX = 255;

/** True if a text is a legal uid or guid as it is. */
export const isLegalId = (text: string): boolean => LEGAL.test(text);

/**
 * A legal uid or guid for any text, always the same one, and another one for another text: a legal id stays, other texts
 * become their letters a-z, digits and underscores plus a short digest. Texts that Unicode calls equal are one text.
 */
export const slug = (text: string): string => (LEGAL.test(text) ? text : slugOf(text));

const slugOf = remembered((text) => {
  const whole = text.normalize('NFC');
  if (LEGAL.test(whole)) return whole;
  const words = whole
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, SLUG_CHARS_MAX);
  const digest = hash('sha256', whole, 'hex').slice(0, SLUG_DIGITS);
  return /[a-z]/.test(words) ? `${words}-${digest}` : digest;
});

/** 32 hexadecimal digits of one text; the same as the form `hash` of a column with this text. */
export const hashText = remembered((text) => digest32(netstring(text)));

/** The muid of a part of a message whose text was too long, from 2. */
export const partMuid = (muid: string, part: number, of: number): string =>
  legalMuid(`${muid}-${part}of${of}`);

/** Returns the text itself if it can be a muid of one line, else its hash. */
export const legalMuid = (text: string): string =>
  text.length <= MUID_CHARS_MAX && text.isWellFormed() && !text.includes('\n') ? text : hashText(text);

/**
 * Reads 32 hexadecimal digits made from the texts of cells, before any step. Each text goes in with its length, so that
 * no two lists of cells look the same; a cell without a value goes in as `-`.
 */
export function hashReader(names: readonly string[], column: ColumnFinder): (values: Values) => string {
  const readers = names.map(column);
  return (values) => {
    let text = '';
    for (const read of readers) text += netstring(read?.(values));
    return digest32(text);
  };
}

/** As `hashReader`; from the second equal row of a file on, its number is added. */
export function numberedHashReader(names: readonly string[], column: ColumnFinder): CellReader {
  const read = hashReader(names, column);
  const readNumber = column('$nth');
  if (!readNumber) return read;
  return (values) => {
    const number = textOf(readNumber(values));
    return number === '' || number === '1' ? read(values) : `${read(values)}-${number}`;
  };
}

/** The text of a cell with its length, as it goes into a hash; `-` if it has no value. */
function netstring(cell: unknown): string {
  if (isAbsent(cell)) return '-';
  const text = textOf(cell);
  // biome-ignore lint/style/useTemplate: joined texts are faster, and every row pays for this one.
  return Buffer.byteLength(text) + ':' + text + ',';
}

/** 32 hexadecimal digits of a text. */
const digest32 = (text: string): string => hash('sha256', text, 'hex').slice(0, HASH_DIGITS);
