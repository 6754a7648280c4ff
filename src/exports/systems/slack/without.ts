import { jsonText } from '../../../input/json/json-text.ts';
import { RAW_CHARS_MAX } from '../../../input/rows/row.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { UnreadableRow } from '../../neutral.ts';

/** A row that lacks what it is known by; of a message this is its time, too. */
export const without = (field: 'id' | 'ts', row: ExportObject): UnreadableRow => ({
  problem: {
    code: field === 'ts' ? 'ROW.TIME_INVALID' : 'ROW.FIELD_MISSING',
    field,
    value: row[field],
    message: field === 'ts' ? 'the row has no time such as 1751328000.000100' : 'the row has no id',
  },
  raw: jsonText(row).slice(0, RAW_CHARS_MAX),
});
