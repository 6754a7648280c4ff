import type { WrittenPlace } from '../../input/rows/place.ts';
import type { Row, Values } from '../../input/rows/row.ts';
import type { RestoredRow } from '../../input/sources/rejects-source.ts';
import type { KnownFile, KnownFiles } from './known-files.ts';

const NAMES = ['$path', '$dir', '$file', '$line', '$row'] as const;

/** Rows of a rejects file on their way to become those of their source. */
export type RestoredCells = {
  /** The columns of the rejects file, as of the source; undefined if its rows are objects. */
  readonly columns: readonly string[] | undefined;
  /** The pseudo columns that the sources take. */
  readonly used: ReadonlySet<string>;
  readonly known: KnownFiles;
  /** Makes of a row that could be read what the source makes of it, from the file that it is from. */
  next(row: Row, code: string, place: WrittenPlace, from: KnownFile | undefined): Row;
};

/**
 * Restored rows with the place that they are from. Their empty cells that say which place it is are filled: a row that
 * could not be divided into cells has none, and a person who corrects it need not know them.
 */
export function restoredRow({ columns, used, known, next }: RestoredCells): RestoredRow {
  const places = NAMES.flatMap((name) => {
    const at = columns?.indexOf(name) ?? -1;
    return at < 0 ? [] : [[name, at] as const];
  });
  const filled = (values: Values, cells: Readonly<Record<string, string>>): Values => {
    if (!Array.isArray(values)) {
      const own = Object.entries(cells).filter(([name]) => used.has(name));
      return { ...Object.fromEntries(own), ...values };
    }
    const all = [...(values as readonly string[])];
    for (const [name, at] of places) if (!all[at]) all[at] = cells[name] ?? '';
    return all;
  };
  return (row, code, place) => {
    const { line, row: number } = place;
    const from = line > 0 ? known(place) : undefined;
    if (!from) return row.fault ? row : next(row, code, place, from);
    const placed = { file: from.file, line, row: number };
    if (row.fault) return { ...row, placed };
    const values = filled(row.values, {
      ...from.constants,
      $line: String(line),
      ...(number > 0 ? { $row: String(number) } : {}),
    });
    // What is made of the row is made of it where it stood.
    const made = next({ ...row, values, line, row: number || row.row }, code, place, from);
    return { ...made, placed, line: row.line, row: row.row };
  };
}
