import { RunError } from '../../../../errors/run-error.ts';
import type { Files } from '../../../../system/files.ts';
import { type Workbook, xmlParser } from '../../bytes/workbook.ts';
import { archivedFile } from '../../bytes/zip-member.ts';
import { ROW_BYTES_MAX } from '../../source.ts';
import { CellFormats, formatted } from './cell-formats.ts';
import { SharedStrings, unescaped, XmlText } from './shared-strings.ts';

/** In place of a line end inside of a cell, so that each row of a sheet is one line. */
export const LINE_END = '\u0001';
/** Before what is wrong with a cell. */
export const BAD_CELL = '\u0002';

const ROWS_MAX = 1_048_576;
const COLUMNS_MAX = 16_384;
/** Cells beyond the columns of a sheet that are kept. */
const BEYOND_MAX = 64;
/** Text that is collected before it is passed on. */
const PIECE_CHARS = 65_536;

/** A sheet of a workbook on disk. */
export type SheetPlace = {
  readonly path: string;
  /** The path of the workbook. */
  readonly archive: string;
  readonly book: Workbook;
  readonly member: string;
  readonly files: Files;
};

/** The way in which a sheet is written as text. */
export type SheetOptions = {
  /** Rows before the header. */
  readonly skipLines: number;
  /** The number of columns; undefined if the first row tells. */
  readonly width: number | undefined;
  /** True if the first row names the columns. */
  readonly hasHeader: boolean;
  /** Cells with one of these texts have no value. */
  readonly nulls: ReadonlySet<string>;
  /** Gets sentences about the sheet. */
  readonly warn: (sentence: string) => void;
};

/**
 * The cells of a sheet as CSV in UTF-8, each row of the sheet on the line of its number. Keeps the texts that the sheets
 * share and one row in memory.
 * @throws RunError `SOURCE.*`
 */
export async function* sheetText(
  place: SheetPlace,
  options: SheetOptions,
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  const lines = new SheetLines(place, await sharedBy(place, signal), options);
  for await (const text of partOf(place, place.member, signal)) {
    lines.write(text);
    if (lines.length >= PIECE_CHARS) yield lines.take();
  }
  lines.end();
  yield lines.take();
}

/** The texts and formats that the sheets of a workbook share. */
type Shared = { readonly strings: SharedStrings; readonly formats: CellFormats };

/** A sheet is read several times, one after the other. */
const shared = new WeakMap<Workbook, { readonly key: string; readonly of: WeakRef<Shared> }>();

async function sharedBy(place: SheetPlace, signal: AbortSignal | undefined): Promise<Shared> {
  const { archive, book, files } = place;
  const { size, mtimeMs, ino } = await files.stat(archive);
  const key = [size, mtimeMs, ino].join(' ');
  const last = shared.get(book);
  const known = last?.key === key ? last.of.deref() : undefined;
  if (known) return known;
  const strings = new SharedStrings(archive);
  const formats = new CellFormats();
  if (book.strings) for await (const text of partOf(place, book.strings, signal)) strings.write(text);
  if (book.styles) for await (const text of partOf(place, book.styles, signal)) formats.write(text);
  const found = { strings, formats };
  shared.set(book, { key, of: new WeakRef(found) });
  return found;
}

/** The text of a file of a workbook; all limits of archives hold. */
async function* partOf(
  { archive, files, path }: SheetPlace,
  member: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string> {
  const found = await archivedFile(`${archive}!/${member}`, files);
  if (!found) throw new RunError('SOURCE.MISSING', `${path} does not exist`, { where: { file: path } });
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const piece of found.read(signal)) {
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8');
    yield decoder.decode(piece, { stream: true });
  }
}

/** Makes lines of the elements of a sheet. */
class SheetLines {
  readonly #place: SheetPlace;
  readonly #strings: SharedStrings;
  readonly #formats: CellFormats;
  readonly #options: SheetOptions;
  readonly #text = new XmlText();
  readonly #merged: string[] = [];
  #out = '';
  #value = '';
  #isInValue = false;
  #hasFormula = false;
  #cell: { column: number; type: string; style: number } = { column: 0, type: 'n', style: 0 };
  #cells: string[] = [];
  #chars = 0;
  /** The number of the row, and of the line that comes next. */
  #row = 0;
  #line = 1;
  #width: number | undefined;
  #isWhole = false;
  readonly #parser = xmlParser({
    open: (name, attributes) => this.#open(name, attributes),
    text: (text) => {
      if (this.#isInValue && this.#value.length < ROW_BYTES_MAX) this.#value += text;
      else this.#text.add(text);
    },
    close: (name) => this.#close(name),
  });

  constructor(place: SheetPlace, { strings, formats }: Shared, options: SheetOptions) {
    this.#place = place;
    this.#strings = strings;
    this.#formats = formats;
    this.#options = options;
    this.#width = options.width;
  }

  get length(): number {
    return this.#out.length;
  }

  write(text: string): void {
    this.#parser.write(text);
  }

  take(): Buffer {
    const text = Buffer.from(this.#out);
    this.#out = '';
    return text;
  }

  end(): void {
    this.#parser.end();
    if (!this.#isWhole) throw this.#refused('SOURCE.TRUNCATED', 'the sheet breaks off');
    const [first] = this.#merged;
    if (first !== undefined)
      this.#options.warn(
        `${this.#merged.length} merged ranges of cells, such as ${first}: only the first cell of each has the value`,
      );
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#begin(attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r']));
    else if (name === 'c') {
      const { r, t = 'n', s = '0' } = attributes;
      const column = r === undefined ? this.#cell.column + 1 : columnOf(r);
      if (!(column >= 1 && column <= COLUMNS_MAX))
        throw this.#refused('SOURCE.UNREADABLE', `the cell ${r} of row ${this.#row} is none`);
      this.#cell = { column, type: t, style: Number(s) };
      this.#hasFormula = false;
    } else if (name === 'v') this.#isInValue = true;
    else if (name === 'f') this.#hasFormula = true;
    else if (name === 'mergeCell') this.#merged.push(attributes['ref'] ?? '');
    else this.#text.open(name);
  }

  #close(name: string): void {
    if (name === 'v') this.#isInValue = false;
    else if (name === 'c') this.#add();
    else if (name === 'row') this.#endRow();
    else if (name === 'sheetData') this.#isWhole = true;
    else this.#text.close(name);
  }

  #begin(row: number): void {
    if (!(row > this.#row && row <= ROWS_MAX))
      throw this.#refused('SOURCE.UNREADABLE', `row ${row} stands after row ${this.#row}`);
    this.#row = row;
    this.#cells = [];
    this.#chars = 0;
    this.#cell = { column: 0, type: 'n', style: 0 };
  }

  #add(): void {
    // A row with cells beyond the columns is refused wherever they are: empty ones on the way would fill the disk.
    const column = Math.min(this.#cell.column, (this.#width ?? COLUMNS_MAX) + BEYOND_MAX);
    const inline = this.#text.take();
    const cell = this.#cellText(inline).replaceAll('\r\n', '\n').replaceAll('\r', '\n');
    this.#value = '';
    // A row that is too long for all is refused when it is read.
    if (cell === '' || this.#chars > ROW_BYTES_MAX || this.#options.nulls.has(cell)) return;
    while (this.#cells.length < column - 1) this.#cells.push('');
    this.#cells[column - 1] = cell;
    this.#chars += cell.length;
  }

  #cellText(inline: string): string {
    const { type, style } = this.#cell;
    const value = this.#value;
    if (type === 'inlineStr') return plain(inline);
    if (value === '')
      return this.#hasFormula && type !== 'str'
        ? this.#bad('a formula without a value: open the file in Excel and save it')
        : '';
    if (type === 's') {
      const text = this.#strings.at(Number(value));
      return text === undefined ? this.#bad('a text that the workbook does not have') : plain(text);
    }
    if (type === 'str') return plain(unescaped(value));
    if (type === 'b') return value === '1' || value === 'true' ? 'true' : 'false';
    if (type === 'e') return this.#options.nulls.has(value) ? '' : this.#bad(`the error ${value}`);
    if (type === 'd') return value;
    return this.#number(value, style);
  }

  #number(value: string, style: number): string {
    const number = Number(value);
    if (!Number.isFinite(number)) return plain(value);
    const format = this.#formats.of(style);
    if (format !== undefined) {
      if (typeof format === 'object' && !/^\d+$/.test(value)) return numberText(value, number);
      return (
        formatted(number, format, this.#place.book.is1904) ??
        this.#bad(`${value} in the format of a time, which is none`)
      );
    }
    if (Number.isInteger(number) && Math.abs(number) >= 1e15)
      this.#options.warn(
        `column ${lettersOf(this.#cell.column)} has whole numbers of more than 15 digits, of which Excel keeps 15: such ids must be texts`,
      );
    return numberText(value, number);
  }

  #bad(what: string): string {
    return `${BAD_CELL}cell ${lettersOf(this.#cell.column)}${this.#row} has ${what}`;
  }

  #endRow(): void {
    const { skipLines, hasHeader } = this.#options;
    const cells = this.#cells;
    while (cells.length > 0 && !cells.at(-1)) cells.pop();
    this.#out += '\n'.repeat(this.#row - this.#line);
    this.#line = this.#row + 1;
    const isBefore = this.#row <= skipLines;
    const isHeader = hasHeader && !isBefore && this.#width === undefined;
    if (cells.length > 0) {
      if (!isBefore) this.#width ??= cells.length;
      while (cells.length < (this.#width ?? 0)) cells.push('');
      const lineEnd = isHeader || isBefore ? ' ' : LINE_END;
      for (const [at, cell] of cells.entries())
        this.#out += (at === 0 ? '' : ',') + quoted(cell.replaceAll('\n', lineEnd));
    }
    this.#out += '\n';
  }

  #refused(code: 'SOURCE.TRUNCATED' | 'SOURCE.UNREADABLE', what: string): RunError {
    const { path } = this.#place;
    return new RunError(code, `${path}: ${what}`, { where: { file: path, line: Math.max(1, this.#row) } });
  }
}

/** Characters that stand for something in the lines are left out: no keyboard writes them. */
const plain = (text: string): string => text.replaceAll(LINE_END, '').replaceAll(BAD_CELL, '');

/** A number as Excel keeps it, with 15 digits; a long whole number as it is written, so that lost digits are seen. */
function numberText(value: string, number: number): string {
  if (/^-?\d+$/.test(value) || Math.abs(number) >= 1e15) return value;
  return String(Number(number.toPrecision(15)));
}

const quoted = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** The number of a column, from 1: that of `C5` is 3; 0 for what is no cell. */
function columnOf(cell: string): number {
  let column = 0;
  for (const letter of /^[A-Za-z]{1,3}/.exec(cell)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}

function lettersOf(column: number): string {
  let letters = '';
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}
