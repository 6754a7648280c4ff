import { isMadeColumn } from '../../rows/made-column.ts';
import type { Row } from '../../rows/row.ts';
import {
  ADDED_COLUMNS,
  RAW_COLUMN,
  type Reason,
  type Reasons,
  ROW_COLUMN,
  writtenName,
} from '../rejects-format.ts';
import { sheetLine } from '../sheet-line.ts';
import type { RejectsWriter, Source } from '../source.ts';

/** Without it, spreadsheets read UTF-8 as the encoding of their locale. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Writes rejects as CSV: first the columns of all sources in order of appearance, then the reasons.
 * @param begun as in a SourceFormat: all lines have the columns of the first
 */
export function csvRejects(sources: readonly Source[], begun = ''): RejectsWriter {
  const all = sources.flatMap(({ columns = [] }) => columns);
  const columns = [...new Set(all)].filter((name) => !isMadeColumn(name));
  const delimiter = sources[0]?.delimiter ?? ',';
  const headWith = (added: readonly Reason[]): string =>
    BYTE_ORDER_MARK + sheetLine([...columns.map(writtenName), ...added], delimiter);
  const earlier = ADDED_COLUMNS.filter((name) => name !== ROW_COLUMN);
  const added = begun.startsWith(headWith(earlier)) ? earlier : ADDED_COLUMNS;
  return {
    head: headWith(added),
    line: (row, { columns: own = [] }, reasons) =>
      sheetLine(
        [...columns.map((name) => cellsOf(row)[own.indexOf(name)] ?? ''), ...addedTo(row, reasons, added)],
        delimiter,
      ),
  };
}

/** The cells of a row that could not be read are left empty, because they may be in the wrong columns; it has its text. */
const cellsOf = ({ fault, raw, values }: Row): readonly string[] =>
  fault && raw !== undefined ? [] : (values as readonly string[]);

function addedTo({ raw = '' }: Row, reasons: Reasons, names: readonly Reason[]): string[] {
  const added: Readonly<Record<Reason, string | number>> = { ...reasons, [RAW_COLUMN]: raw };
  return names.map((name) => String(added[name]));
}
