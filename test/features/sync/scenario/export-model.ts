import { stringify } from 'csv-stringify/sync';

/** A row of a generated export; without a name it is wrong, without a uid nobody knows which one it is. */
export type ModelRow = {
  readonly uid: string;
  readonly name: string;
  readonly createdAt: number;
};

/** What is acknowledged of a key. */
export type ModelHeld = Pick<ModelRow, 'name' | 'createdAt'>;

/** What a comparison must find, in words of its own: nothing is known of bytes or of earlier files. */
export type ModelFindings = {
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  withoutKey: number;
  duplicates: number;
  superseded: number;
  missing: number;
  /** Rows that go on into the line, by their number. */
  selected: number[];
  /** Rows that the line takes, by their number: what is acknowledged of them is noted. */
  readonly taken: Map<number, ModelRow>;
};

type Speaker = { file: number; readonly at: number; readonly row: ModelRow; rivals: number[] };

/** Compares an export with what is held, row by row. Of several files the last one that has a key speaks for it. */
export function compareNaively(
  files: readonly (readonly ModelRow[])[],
  held: ReadonlyMap<string, ModelHeld>,
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
  const speakers = new Map<string, Speaker>();
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
      const before = speakers.get(row.uid);
      if (before && isSame(before.row, row)) {
        found.duplicates++;
        if (before.file === file) continue;
        found.superseded += before.rivals.length;
        before.rivals = [];
        before.file = file;
      } else if (before?.file === file) before.rivals.push(at);
      else {
        if (before) found.superseded += 1 + before.rivals.length;
        speakers.set(row.uid, { file, at, row, rivals: [] });
      }
    }
  for (const [key, { at: place, row, rivals }] of speakers) {
    const landed = held.get(key);
    found.refused += rivals.length;
    for (const rival of rivals) selected.add(rival);
    if (landed && isSame(landed, row)) {
      found.unchanged++;
      if (rivals.length > 0) selected.add(place);
      continue;
    }
    selected.add(place);
    if (landed && landed.createdAt !== row.createdAt) {
      found.refused++;
      continue;
    }
    if (landed) found.updated++;
    else found.created++;
    found.taken.set(place, row);
  }
  for (const key of held.keys()) if (!seen.has(key)) found.missing++;
  found.selected = [...selected].sort((a, b) => a - b);
  return found;
}

const isSame = (a: ModelHeld, b: ModelHeld): boolean => a.name === b.name && a.createdAt === b.createdAt;

/** @param columns their order in the file */
export const csvOf = (rows: readonly ModelRow[], columns: readonly (keyof ModelRow)[]): string =>
  stringify([columns, ...rows.map((row) => columns.map((column) => String(row[column])))]);

/** A file without a single byte is refused. */
export const ndjsonOf = (rows: readonly ModelRow[]): string =>
  rows
    .map(({ uid, ...rest }) => `${JSON.stringify({ ...(uid === '' ? {} : { uid }), ...rest })}\n`)
    .join('') || '\n';
