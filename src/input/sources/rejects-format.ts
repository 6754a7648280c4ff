/** The columns of a rejects file with the reason for a row and its original position. */
export const REASON_COLUMNS = ['_code', '_field', '_message', '_hint', '_file', '_line'] as const;

/** The column with the text of a row that could not be divided into cells; its own cells are then empty. */
export const RAW_COLUMN = '_raw';

/**
 * The columns that a rejects file adds to those of the source. The raw text comes first, so that the last cell of a
 * line is never empty: some spreadsheets drop empty cells at the end of a line when they save.
 */
export const ADDED_COLUMNS = [RAW_COLUMN, ...REASON_COLUMNS] as const;

/** The name of an added column. */
export type Reason = (typeof ADDED_COLUMNS)[number];

/** Why a row is in a rejects file, by column; the raw text is in the row itself. */
export type Reasons = Readonly<Record<(typeof REASON_COLUMNS)[number], string | number>>;

const ADDED: ReadonlySet<string> = new Set(ADDED_COLUMNS);

/** Whether a rejects file adds this column. */
export const isReason = (name: string): name is Reason => ADDED.has(name);

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

/** The name of a rejects file's column in the source; the inverse of `writtenName`. */
export function sourceName(name: string): string {
  const renamed = RENAMED_BACK.get(name);
  if (renamed !== undefined) return renamed;
  return name.startsWith('__') && ADDED.has(name.replace(/^_+/, '_')) ? name.slice(1) : name;
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
