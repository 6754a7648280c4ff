import type { ExportObject } from './export-rows.ts';

/** The members of an object that a reader does not take itself, without those that say nothing: kept as they are. */
export function restOf(row: ExportObject, own: ReadonlySet<string>): Readonly<Record<string, unknown>> {
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
