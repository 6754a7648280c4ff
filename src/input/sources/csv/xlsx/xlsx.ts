import { openOrEmpty } from '../../empty-source.ts';
import type { SourceFormat } from '../../source.ts';
import { csv } from '../csv.ts';

/** Loaded with the first workbook. */
const sheets = () => import('./sheets.ts');

/**
 * The sheets of Excel workbooks. A path such as `book.xlsx!/users` names a sheet; without one it is the first that is shown.
 * A sheet is read as CSV, in which its rows are also written where they are rejected.
 */
export const xlsx = {
  name: 'xlsx',
  label: 'Excel',
  endings: ['.xlsx', '.xlsm'],
  takes: new Set(['columns']),
  writtenAs: csv,
  looksLike: () => false,
  textOf: async (path, files) => (await sheets()).textOfSheet(path, files),
  look: (bytes) => csv.look(bytes, { delimiter: ',' }),
  open: (path, file, options) =>
    openOrEmpty(csv, path, options, async (each) => (await sheets()).openSheet(path, file, each)),
  rejects: csv.rejects,
} as const satisfies SourceFormat;
