import { escapeFormula } from './rejects-format.ts';

/** A line of a CSV file. Cells that begin or end with a blank are quoted, because a reader may trim others. */
export const csvLine = (cells: readonly string[], delimiter = ','): string =>
  `${cells.map((cell) => (needsQuotes(cell, delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(delimiter)}\n`;

// With the delimiter after it: the end of a cell may be the beginning of one.
const needsQuotes = (cell: string, delimiter: string): boolean =>
  /["\r\n]|^\s|\s$/.test(cell) || (cell + delimiter).indexOf(delimiter) < cell.length;

/** A line of a CSV file that people may open in a spreadsheet: no cell is a formula. `unescapeFormula` gives each cell back. */
export const sheetLine = (cells: readonly string[], delimiter?: string): string =>
  csvLine(cells.map(escapeFormula), delimiter);
