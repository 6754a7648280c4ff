import type { JsonRow } from '../../files/export-rows.ts';

/** The members of a row that an app has added to it, without those that say nothing. */
export function customOf(row: JsonRow, own: ReadonlySet<string>): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name in row) {
    if (own.has(name) || name.startsWith('^')) continue;
    const value = row[name];
    if (value !== null && value !== '' && value !== false && !isEmpty(value)) found[name] = value;
  }
  return found;
}

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;
