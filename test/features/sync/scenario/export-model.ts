import { stringify } from 'csv-stringify/sync';

/** A row of a generated export; invalid without a name, and without a key if it has no uid. */
export type ModelRow = {
  readonly uid: string;
  readonly name: string;
  readonly createdAt: number;
};

/** The acknowledged version of a key. */
export type StoredRow = Pick<ModelRow, 'name' | 'createdAt'>;

/** What a comparison must find, computed independently: without bytes and earlier files. */
export type ModelFindings = {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  withoutKey: number;
  duplicates: number;
  superseded: number;
  missing: number;
  /** Numbers of the rows that are selected for delivery. */
  selected: number[];
  /** Rows that delivery accepts, by number. */
  readonly taken: Map<number, ModelRow>;
};

/** The row that counts for a key. */
type CurrentRow = { file: number; readonly at: number; readonly row: ModelRow; rivals: number[] };

/** Compares an export with the stored rows, row by row. The last file that has a key counts for it. */
export function compareNaively(
  files: readonly (readonly ModelRow[])[],
  stored: ReadonlyMap<string, StoredRow>,
): ModelFindings {
  const found: ModelFindings = {
    created: 0,
    updated: 0,
    unchanged: 0,
    refused: 0,
    withoutKey: 0,
    duplicates: 0,
    superseded: 0,
    missing: 0,
    selected: [],
    taken: new Map(),
  };
  const current = new Map<string, CurrentRow>();
  const seen = new Set<string>();
  const selected = new Set<number>();
  let at = -1;
  for (const [file, rows] of files.entries())
    for (const row of rows) {
      at++;
      seen.add(row.uid);
      if (row.name === '' || row.uid === '') {
        found.refused++;
        if (row.uid === '') found.withoutKey++;
        selected.add(at);
        continue;
      }
      const before = current.get(row.uid);
      if (before && isSame(before.row, row)) {
        found.duplicates++;
        if (before.file === file) continue;
        found.superseded += before.rivals.length;
        before.rivals = [];
        before.file = file;
      } else if (before?.file === file) before.rivals.push(at);
      else {
        if (before) found.superseded += 1 + before.rivals.length;
        current.set(row.uid, { file, at, row, rivals: [] });
      }
    }
  for (const [key, { at: place, row, rivals }] of current) {
    const version = stored.get(key);
    found.refused += rivals.length;
    for (const rival of rivals) selected.add(rival);
    if (version && isSame(version, row)) {
      found.unchanged++;
      if (rivals.length > 0) selected.add(place);
      continue;
    }
    selected.add(place);
    if (version && version.createdAt !== row.createdAt) {
      found.refused++;
      continue;
    }
    if (version) found.updated++;
    else found.created++;
    found.taken.set(place, row);
  }
  for (const key of stored.keys()) if (!seen.has(key)) found.missing++;
  found.selected = [...selected].sort((a, b) => a - b);
  return found;
}

const isSame = (a: StoredRow, b: StoredRow): boolean => a.name === b.name && a.createdAt === b.createdAt;

/** @param columns their order in the file */
export const csvOf = (rows: readonly ModelRow[], columns: readonly (keyof ModelRow)[]): string =>
  stringify([columns, ...rows.map((row) => columns.map((column) => String(row[column])))]);

/** One empty line for no rows: an empty file is refused. */
export const ndjsonOf = (rows: readonly ModelRow[]): string =>
  rows
    .map(({ uid, ...rest }) => `${JSON.stringify({ ...(uid === '' ? {} : { uid }), ...rest })}\n`)
    .join('') || '\n';
