import type { UnreadableRow } from '../../../neutral.ts';

/** The most characters of a broken row that are kept. */
const RAW_CHARS_MAX = 65_536;

/** A row of a table that cannot be read, and the values that are known of it. */
export const brokenRow = (why: string, values: readonly unknown[] = [], column?: string): UnreadableRow => ({
  problem: {
    code: 'EXPORT.ROW_UNREADABLE',
    message: why,
    ...(column === undefined ? {} : { field: column }),
  },
  raw: JSON.stringify(
    values.map((value) => (typeof value === 'symbol' ? `(${value.description})` : value)),
  ).slice(0, RAW_CHARS_MAX),
});
