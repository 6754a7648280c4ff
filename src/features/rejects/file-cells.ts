import type { RestoredRow } from '../../input/sources/rejects-source.ts';

const NAMES = ['$path', '$dir', '$file'] as const;

/**
 * Fills the empty cells of a restored row that say which file it is from: a row that could not be divided into cells has
 * none, and a person who corrects it need not know them.
 * @param columns the columns of the rejects file, as of the source; undefined if its rows are objects
 * @param cellsOf the cells of a file, by its name in `_file`; undefined if no source has that name
 */
export function withFileCells(
  columns: readonly string[] | undefined,
  cellsOf: (file: string) => Readonly<Record<string, string>> | undefined,
  next: RestoredRow,
): RestoredRow {
  const places = NAMES.flatMap((name) => {
    const at = columns?.indexOf(name) ?? -1;
    return at < 0 ? [] : [[name, at] as const];
  });
  if (columns && places.length === 0) return next;
  return (row, code, file) => {
    const cells = cellsOf(file);
    if (!cells) return next(row, code, file);
    if (!Array.isArray(row.values)) return next({ ...row, values: { ...cells, ...row.values } }, code, file);
    const values = [...(row.values as readonly string[])];
    for (const [name, at] of places) if (!values[at]) values[at] = cells[name] ?? '';
    return next({ ...row, values }, code, file);
  };
}
