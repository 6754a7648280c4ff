import type { RowOrigin } from '../prepared-row.ts';

/** Which of the values that rows have for one key is kept. */
const preferences = ['first', 'last', 'min', 'max'] as const;
export type Preference = (typeof preferences)[number];

/** The facts known of one key so far. */
export type DerivedEntry = {
  readonly parts: readonly string[];
  /** One value for each field; undefined if no row had one. */
  readonly values: unknown[];
  /** True if no later row of those in memory can change a value. */
  isSettled?: boolean;
  /** The first cell that the key was made of, as it is; undefined if it is not known. */
  rawCell?: unknown;
  /** The cells that the key was made of, as they are compared: the first one, and the first that differs from it. */
  cell: string | undefined;
  otherCell: string | undefined;
  /** The place of the first row with the key. */
  readonly origin: RowOrigin;
};

/** The order of keys, by their parts; 0 for the same key. */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < a.length; at++) {
    const [first, second] = [a[at] as string, b[at] as string];
    if (first !== second) return first < second ? -1 : 1;
  }
  return 0;
}

/** Puts what later rows say of a key into what earlier rows say. */
export function combine(
  entry: DerivedEntry,
  later: DerivedEntry,
  preferences: readonly Preference[],
): DerivedEntry {
  for (let field = 0; field < preferences.length; field++)
    entry.values[field] = preferred(
      preferences[field] as Preference,
      entry.values[field],
      later.values[field],
    );
  addCell(entry, later.cell);
  addCell(entry, later.otherCell);
  return entry;
}

/** Notes the cell that a row had for a key. */
export function addCell(entry: DerivedEntry, cell: string | undefined): void {
  if (cell === undefined) return;
  if (entry.cell === undefined) entry.cell = cell;
  else if (entry.otherCell === undefined && entry.cell !== cell) entry.otherCell = cell;
}

/** The value to keep of two, the first of an earlier row; undefined is no value. */
export function preferred(preference: Preference, before: unknown, after: unknown): unknown {
  if (before === undefined) return after;
  if (after === undefined || preference === 'first') return before;
  if (preference === 'last') return after;
  const isLess = (after as number) < (before as number);
  const isMore = (after as number) > (before as number);
  return (preference === 'min' ? isLess : isMore) ? after : before;
}
