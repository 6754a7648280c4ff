import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from './rejects-format.ts';

/**
 * A line of a CSV file that people may open in a spreadsheet: no cell is a formula. Cells that begin or end with a blank
 * are quoted, because a reader may trim others. `unescapeFormula` gives each cell back.
 */
export const sheetLine = (cells: readonly string[], delimiter = ','): string =>
  stringify([cells.map(escapeFormula)], { delimiter, quoted_match: /^\s|\s$/ });
