import { UNIT_BYTES_MAX } from '../files/buffered-file.ts';
import { madeColumn } from '../input/rows/made-column.ts';
import { rawText, tooLarge } from '../input/sources/row-fault.ts';
import { ROW_BYTES_MAX } from '../input/sources/source.ts';
import {
  arrayHead,
  INPUT,
  type MadeCells,
  markOf,
  objectHead,
  type PreparedInput,
  quoted,
} from './prepared-row.ts';

/** The extra cell with the number of a row among the equal ones of its file. */
const NTH = '$nth';
/** The extra cell with what the caller names the source of a row. */
const SOURCE = '$source';

/** The ways in which a line ends after its own cells. */
export const ENDS = {
  array: 0,
  object: 1,
  /** The number of the row comes last; without a number, the cell is empty. */
  numberedArray: 2,
  numberedObject: 3,
  /** As above, and no cell comes before it. */
  numberedEmptyObject: 4,
  /** As `numberedArray`; the cell before the number is an id that is still open: the number of the row belongs to it. */
  numberedId: 5,
} as const;

/** The settings that decide the cells of a table's rows. */
export type RowShape = {
  /** The columns of rows that are arrays of texts; undefined if the rows of the table are objects. */
  readonly columns?: readonly string[] | undefined;
  /** For each input, the columns of its rows if they are arrays although the table has objects. */
  readonly inputColumns?: readonly (readonly string[] | undefined)[];
  readonly extras: readonly string[];
  readonly isNumbered: boolean;
  readonly made?: MadeCells | undefined;
  readonly source?: ((input: number) => string) | undefined;
  /** The properties that the rows of an input have in common, if they are objects: the cell `$=input`. */
  readonly kind?: ((input: number) => string) | undefined;
};

const NO_IDS: readonly string[] = [];
const NO_EXTRAS: readonly string[] = [];

/** The columns of a table; undefined if its rows are objects. A column of a file wins over an extra cell of its name. */
export function tableColumns({
  columns,
  extras,
  isNumbered,
  source,
  made,
}: RowShape): readonly string[] | undefined {
  const ids = [...(made?.fields ?? []), ...(made?.numbered ? [made.numbered.field] : [])].map(madeColumn);
  const added = [...extras, ...(source ? [SOURCE] : []), ...ids, ...(isNumbered ? [NTH] : [])];
  return columns && [...columns, ...added.filter((name) => !columns.includes(name))];
}

/** Writes rows as lines of a table, up to the number of the row. A column of a file wins over an extra cell of its name. */
export class RowText {
  /** True if the last row could not be read, or is too large. */
  isFault = false;
  /** The way in which the line of the last row ends. */
  ends: number = ENDS.array;
  /** The columns of the table; undefined if its rows are objects. */
  readonly columns: readonly string[] | undefined;
  readonly #shape: RowShape;
  readonly #own: ReadonlySet<string>;
  readonly #extras: readonly number[];
  /** The ids of the last row. */
  #ids: readonly string[] = NO_IDS;
  #numberedId = '';
  #lastExtras: readonly (string | undefined)[] | undefined;
  /** Those of them whose names no column of the file has, and their text. */
  #lastCells: readonly string[] = [];
  #lastText = '';
  readonly #extraNames: readonly string[];
  readonly #inputNames: readonly (readonly string[] | undefined)[];

  constructor(shape: RowShape) {
    const { columns, extras } = shape;
    this.#shape = shape;
    this.#own = new Set(columns);
    this.#extras = extras.flatMap((name, index) => (this.#own.has(name) ? [] : [index]));
    this.#extraNames = extras.map((name) => `${quoted(name)}:`);
    this.#inputNames = (shape.inputColumns ?? []).map((names) => names?.map((name) => `${quoted(name)}:`));
    this.columns = tableColumns(shape);
  }

  /** The line of a row up to its end, which `rest` writes. A row that is too large becomes a fault. */
  head(input: number, row: PreparedInput): string {
    const mark = row.fault || row.leftOut !== undefined ? markOf(row) : '';
    this.isFault = row.fault !== undefined;
    const line = this.columns ? this.#array(input, row) : this.#object(input, row);
    if (line.length * UNIT_BYTES_MAX > ROW_BYTES_MAX && !this.isFault && this.#isTooLarge(row, line)) {
      this.isFault = true;
      this.ends = this.columns ? ENDS.array : ENDS.object;
      return `${markOf({ fault: tooLarge(), raw: rawText(line) })}${this.columns ? '[' : '{'}`;
    }
    return mark === '' ? line : mark + line;
  }

  /** The rest of a line that ends as `ends` says; `nth` is 0 for a row that is not numbered. */
  rest(ends: number, nth: number): string {
    if (ends === ENDS.array) return ']';
    if (ends === ENDS.object) return '}';
    if (ends === ENDS.numberedArray) return nth === 1 ? ',"1"]' : `,"${nth || ''}"]`;
    if (ends === ENDS.numberedId) return nth === 1 ? '","1"]' : nth === 0 ? '",""]' : `-${nth}","${nth}"]`;
    if (nth === 0) return '}';
    return `${ends === ENDS.numberedObject ? ',' : ''}"${NTH}":"${nth}"}`;
  }

  /** The cells of the last row, one for each column of the table, as they will be read; `nth` as for `rest`. */
  cells(input: number, { values }: PreparedInput, nth: number): readonly string[] {
    const own = values as readonly string[];
    const cells = new Array<string>(own.length);
    for (let at = 0; at < own.length; at++) cells[at] = own[at] as string;
    for (const cell of this.#lastCells) cells.push(cell);
    const { source } = this.#shape;
    if (source && !this.#own.has(SOURCE)) cells.push(source(input));
    for (const id of this.#ids) cells.push(id);
    if (this.ends === ENDS.numberedId) cells.push(nth > 1 ? `${this.#numberedId}-${nth}` : this.#numberedId);
    if (this.ends !== ENDS.array) cells.push(nth === 0 ? '' : String(nth));
    return cells;
  }

  /** True if a row is longer than one that is read from a file may be; escapes do not count. */
  #isTooLarge({ values }: PreparedInput, line: string): boolean {
    const bytes = Array.isArray(values)
      ? values.reduce((sum: number, cell: string) => sum + Buffer.byteLength(cell), 0)
      : Buffer.byteLength(line);
    return bytes > ROW_BYTES_MAX;
  }

  #array(input: number, row: PreparedInput): string {
    const head = arrayHead(row.values as readonly string[]);
    // The cells of a row that could not be read may be in the wrong columns.
    if (!row.fault) return head + this.added(input, row);
    this.ends = ENDS.array;
    return head;
  }

  /**
   * Returns the text that comes after the own cells of a row without a fault, up to the end of the line. Only for a
   * table with columns.
   */
  added(input: number, row: PreparedInput): string {
    let text = this.#extraText(row.extras ?? NO_EXTRAS);
    this.isFault = false;
    this.ends = ENDS.array;
    const { source, isNumbered, made } = this.#shape;
    if (source && !this.#own.has(SOURCE)) text += `,${quoted(source(input))}`;
    this.#ids = made?.cellsOf(input, row) ?? NO_IDS;
    for (const id of this.#ids) text += `,"${id}"`;
    if (!isNumbered || this.#own.has(NTH)) return text;
    if (!made?.numbered) {
      this.ends = ENDS.numberedArray;
      return text;
    }
    this.ends = ENDS.numberedId;
    this.#numberedId = made.numbered.idOf(input, row);
    return `${text},"${this.#numberedId}`;
  }

  /** The extra cells; rows of a file often have the same ones. */
  #extraText(extras: readonly (string | undefined)[]): string {
    if (extras === this.#lastExtras) return this.#lastText;
    this.#lastExtras = extras;
    this.#lastCells = this.#extras.map((index) => extras[index] ?? '');
    this.#lastText = this.#lastCells.map((cell) => `,${quoted(cell)}`).join('');
    return this.#lastText;
  }

  #object(input: number, row: PreparedInput): string {
    const { values, extras = [], fault, leftOut } = row;
    this.ends = ENDS.object;
    const names = this.#inputNames[input];
    if (fault) return Array.isArray(values) ? '{' : objectHead(values as Readonly<Record<string, unknown>>);
    let text = names
      ? namedCells(names, values as readonly string[])
      : objectHead(values as Readonly<Record<string, unknown>>);
    const own = this.#shape.inputColumns?.[input];
    const has = (name: string): boolean => (own ? own.includes(name) : Object.hasOwn(values, name));
    const add = (member: string): void => {
      text += text.endsWith('{') ? member : `,${member}`;
    };
    for (const [index, name] of this.#shape.extras.entries()) {
      const cell = extras[index];
      if (cell !== undefined && !has(name)) add(`${this.#extraNames[index]}${quoted(cell)}`);
    }
    const { source, kind, isNumbered, made } = this.#shape;
    if (kind) add(`"${INPUT}":${quoted(kind(input))}`);
    if (source && !has(SOURCE)) add(`"${SOURCE}":${quoted(source(input))}`);
    for (const [index, id] of (made?.cellsOf(input, row) ?? NO_IDS).entries())
      if (id !== '') add(`${quoted(madeColumn(made?.fields[index] as string))}:"${id}"`);
    if (isNumbered && leftOut === undefined && !has(NTH))
      this.ends = text.endsWith('{') ? ENDS.numberedEmptyObject : ENDS.numberedObject;
    return text;
  }
}

/** The cells of an array as members of an object, without its closing bracket. */
function namedCells(names: readonly string[], cells: readonly string[]): string {
  let text = '{';
  for (let at = 0; at < names.length; at++)
    text += `${at === 0 ? '' : ','}${names[at]}${quoted(cells[at] ?? '')}`;
  return text;
}
