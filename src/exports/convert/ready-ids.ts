import { isRounded } from '../../input/rows/decode-cell.ts';
import { isLegalId, slug } from '../../input/rows/forms/ids.ts';
import { madeColumn } from '../../input/rows/made-column.ts';
import { type ExportedName, ID_FIELDS } from '../export-rules.ts';
import type { Cells } from './export-table.ts';

/** The columns with the legal ids of a table. With them, a row can be proved valid by its bytes. */
export const readyColumns = (table: ExportedName): readonly string[] => ID_FIELDS[table].map(madeColumn);

/** The cells of those columns, for the ids of the old system; an id that is refused when it is read has none. */
export const readyIds = (...ids: readonly (string | undefined)[]): Cells => ids.map(readyId);

/** The cell of one such column. */
export function readyId(id: string | undefined): string | undefined {
  // Most are legal as they are, and such an id is not refused.
  if (id === undefined || isLegalId(id)) return id;
  return id === '' || isRounded(id) || !id.isWellFormed() ? undefined : slug(id);
}
