/** The columns by which a rejects file is recognised: the reason for a row, and its original position. */
export const REASON_COLUMNS = ['_code', '_field', '_message', '_hint', '_file', '_line'] as const;

/** The column with the text of a row that could not be divided into cells; its own cells are then empty. */
export const RAW_COLUMN = '_raw';

/** The column with the number of a row in its file; files of earlier versions do not have it. */
export const ROW_COLUMN = '_row';

/**
 * The columns that a rejects file adds to those of the source. The raw text comes first, so that the last cell of a
 * line is never empty: some spreadsheets drop empty cells at the end of a line when they save.
 */
export const ADDED_COLUMNS = [RAW_COLUMN, ...REASON_COLUMNS, ROW_COLUMN] as const;

/** The name of an added column. */
export type Reason = (typeof ADDED_COLUMNS)[number];

/** Why a row is in a rejects file, by column; the raw text is in the row itself. */
export type Reasons = Readonly<Record<Exclude<Reason, typeof RAW_COLUMN>, string | number>>;

const ADDED: ReadonlySet<string> = new Set(ADDED_COLUMNS);
const ADDED_EARLIER: ReadonlySet<string> = new Set([RAW_COLUMN, ...REASON_COLUMNS]);

/** Cells that chatferry adds to a row, and their names in a rejects file. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['$source', '_source'],
  ['$nth', '_nth'],
]);
const RENAMED_BACK = new Map(Array.from(RENAMED, ([own, written]) => [written, own]));

/** The name of a source's column in a rejects file: a name that an added column has gets one more `_`. */
export function writtenName(name: string): string {
  const renamed = RENAMED.get(name);
  if (renamed !== undefined) return renamed;
  return ADDED.has(name.replace(/^_+/, '_')) ? `_${name}` : name;
}

/** The way in which the names of the columns of one rejects file are read. */
export type RejectsNames = {
  /** True if the file adds this column to those of the source. */
  isReason(name: string): name is Reason;
  /** The name of a column in the source; the inverse of `writtenName`. */
  sourceName(name: string): string;
};

/**
 * Tells the columns of a rejects file apart.
 * @param names all of them, in order: a column `_row` before the reasons is one of the source, in a file of an earlier version
 */
export function rejectsNames(names: readonly string[]): RejectsNames {
  const hasRow = names.lastIndexOf(ROW_COLUMN) > names.indexOf(REASON_COLUMNS[0]);
  const added = hasRow ? ADDED : ADDED_EARLIER;
  return {
    isReason: (name): name is Reason => added.has(name),
    sourceName(name) {
      const renamed = RENAMED_BACK.get(name);
      if (renamed !== undefined) return renamed;
      return name.startsWith('__') && added.has(name.replace(/^_+/, '_')) ? name.slice(1) : name;
    },
  };
}

/**
 * Matches cells that a spreadsheet may read as a formula (also full-width or after blanks), and cells that look
 * escaped.
 */
const FORMULA = /^'*\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const ESCAPED = /^'+\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** Makes a cell that every spreadsheet opens as text: a cell that may be a formula gets an apostrophe in front. */
export const escapeFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** The inverse of `escapeFormula`; a cell that needs no apostrophe is returned unchanged. */
export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
