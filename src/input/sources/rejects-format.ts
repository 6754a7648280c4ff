/** The columns of a rejects file that say why a row is in it and where the row stood. */
export const REASON_COLUMNS = ['_code', '_field', '_message', '_hint', '_file', '_line'] as const;

/** The column that holds the text of a row that could not be taken apart; its own cells are empty then. */
export const RAW_COLUMN = '_raw';

/**
 * What a rejects file adds to the columns of the source. The raw text comes first, so that the last cell of a line is
 * never empty: there are spreadsheets that leave empty cells at the end of a line out when they save.
 */
export const ADDED_COLUMNS = [RAW_COLUMN, ...REASON_COLUMNS] as const;

/** A cell of why a row is in a rejects file. */
export type Reason = (typeof ADDED_COLUMNS)[number];

/** Why a row is in a rejects file, by column; the raw text stands in the row. */
export type Reasons = Readonly<Record<(typeof REASON_COLUMNS)[number], string | number>>;

const ADDED: ReadonlySet<string> = new Set(ADDED_COLUMNS);

/** True for a column that a rejects file adds. */
export const isReason = (name: string): name is Reason => ADDED.has(name);

/** The name under which a column of the source stands in a rejects file: a name that the reasons take gets one more `_`. */
export function writtenName(name: string): string {
  return ADDED.has(name.replace(/^_+/, '_')) ? `_${name}` : name;
}

/** The name that a column of a rejects file had in the source; undoes `writtenName`. */
export function sourceName(name: string): string {
  return name.startsWith('__') && ADDED.has(name.replace(/^_+/, '_')) ? name.slice(1) : name;
}

/** What a spreadsheet may take for a formula, full-width forms included, also behind blanks; and what looks escaped. */
const FORMULA = /^'*\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const ESCAPED = /^'+\s*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/** A cell that a spreadsheet opens as text: one that it could take for a formula gets an apostrophe in front. */
export const escapeFormula = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);

/** The very cell that `escapeFormula` was given; a cell that needs no apostrophe is what it is. */
export const unescapeFormula = (cell: string): string => (ESCAPED.test(cell) ? cell.slice(1) : cell);
