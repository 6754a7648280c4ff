import type { Row } from '../../src/input/rows/row.ts';
import { pick, type Random } from '../support/random.ts';
import { mutated } from './mutate.ts';

/** A good row that must be read whatever stands before and after it. */
export type Sentinel = {
  readonly line: number;
  readonly byte: number;
  /** As the reader must give them. */
  readonly values: Row['values'];
  /** Index of its bytes in the pieces of the file. */
  readonly piece: number;
};

/** A file of changed rows with good ones between them. */
export type FuzzedFile = {
  readonly name: string;
  readonly delimiter: string;
  /** The header, then changed rows and good ones in turn: together they are the file. */
  readonly pieces: readonly Buffer[];
  readonly sentinels: readonly Sentinel[];
};

export type FileShape = {
  readonly format: 'csv' | 'ndjson';
  readonly delimiter: string;
  /**
   * The last good row before each changed one has quotes. Without them the text between two broken quotes may be a
   * well-formed row with the right number of cells, good rows in it: no reader could tell it from one.
   */
  readonly isGuarded: boolean;
};

const COLUMNS = ['uid', 'name', 'tags'];
const LINE_ENDS = ['\n', '\n', '\r\n', '\r'];

/** A file of so many changed rows, one or two good ones behind each. */
export function fuzzedFile(shape: FileShape, inputs: number, random: Random): FuzzedFile {
  const { format, delimiter } = shape;
  const header = format === 'csv' ? `${COLUMNS.join(delimiter)}\n` : '';
  const material = MATERIAL.map((cells) => Buffer.from(rowText(shape, ['m-1', ...cells])));
  const pieces = [Buffer.from(header)];
  const changes = Array.from({ length: inputs }, () =>
    // A change that takes the line end with it would be one of two rows.
    Buffer.concat([mutated(pick(random, material), material, random), Buffer.from(pick(random, LINE_ENDS))]),
  );
  return { name: `fuzzed.${format}`, delimiter, ...placed(shape, pieces, changes, random) };
}

/** Puts a good row behind each changed one and notes where it stands. */
function placed(
  shape: FileShape,
  pieces: Buffer[],
  changes: readonly Buffer[],
  random: Random,
): Pick<FuzzedFile, 'pieces' | 'sentinels'> {
  const found: Omit<Sentinel, 'line'>[] = [];
  let byte = (pieces[0] as Buffer).length;
  for (const [index, change] of changes.entries()) {
    pieces.push(change);
    byte += change.length;
    const guard = shape.isGuarded ? GUARDS : PLAIN;
    for (const list of random() < 0.5 ? [guard] : [PLAIN, guard]) {
      const cells = [`good-${pieces.length}-${hash(index)}`, ...pick(random, list)];
      const text = Buffer.from(`${rowText(shape, cells)}${pick(random, LINE_ENDS)}`);
      const values =
        shape.format === 'csv' ? cells : Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]]));
      found.push({ byte, values, piece: pieces.length });
      pieces.push(text);
      byte += text.length;
    }
  }
  return { pieces, sentinels: withLines(found, Buffer.concat(pieces)) };
}

/** Lines are counted over the whole file: a row may end with one half of a line end and the next begin with the other. */
function withLines(found: readonly Omit<Sentinel, 'line'>[], file: Buffer): Sentinel[] {
  let [line, at] = [1, 0];
  return found.map((sentinel) => {
    for (; at < sentinel.byte; at += 1)
      if (file[at] === 0x0a || (file[at] === 0x0d && file[at + 1] !== 0x0a)) line += 1;
    return { ...sentinel, line };
  });
}

/** Second and third cells of rows that will be changed. */
const MATERIAL: readonly (readonly [string, string])[] = [
  ['Ann', 'a'],
  ['Ben "B" Bo', 'x|y'],
  ['Two\nlines', ''],
  ['', ''],
  ['Grüße 😀, with a comma; and more', 'a'],
  ['a\r\nb', '"'],
  ['x'.repeat(300), 'long'],
];

/** Those of good rows that need no quotes, whatever the delimiter. */
const PLAIN: readonly (readonly [string, string])[] = [
  ['Good', 'a'],
  ['Good 你好', '😀'],
  ['G', ''],
];

/** Those that need quotes; each begins with a letter, so that a quote that was never closed cannot end well there. */
const GUARDS: readonly (readonly [string, string])[] = [
  ['Good "row"', 'a|b'],
  ['Good, on\ntwo lines', ''],
  ['Good\r\non two; or\tmore | lines', 'é'],
];

function rowText({ format, delimiter }: FileShape, cells: readonly string[]): string {
  if (format === 'ndjson')
    return JSON.stringify(Object.fromEntries(COLUMNS.map((name, at) => [name, cells[at]])));
  const quoted = (cell: string): string =>
    /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return cells.map(quoted).join(delimiter);
}

/** Makes ids so different that no change of one gives another. */
const hash = (index: number): string => (Math.imul(index + 1, 0x9e3779b1) >>> 0).toString(36);
