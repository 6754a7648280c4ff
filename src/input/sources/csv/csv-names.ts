/** The names of a header's columns, each of them once. */
export type ColumnNames = {
  readonly columns: readonly string[];
  /** The names that columns without one have got: `column 3`. */
  readonly unnamed: readonly string[];
  /** Names that several columns have and that something maps, with the 1-based numbers of these columns. */
  readonly unclear: readonly { readonly name: string; readonly numbers: readonly number[] }[];
};

/**
 * Names the columns of a header: one without a name becomes `column 3`, the second and third of the same name become
 * `name-2` and `name-3`. The first is `name-1` if `known` has it.
 * @param known the names that something maps
 */
export function columnNames(cells: readonly string[], known: readonly string[]): ColumnNames {
  const mapped = new Set(known);
  const places = Map.groupBy(cells.keys(), (at) => cells[at] as string);
  const taken = new Set(cells);
  const free = (base: string, from: number): string => {
    let number = from;
    while (taken.has(`${base}-${number}`)) number += 1;
    taken.add(`${base}-${number}`);
    return `${base}-${number}`;
  };
  const unnamed: string[] = [];
  const unclear: { name: string; numbers: number[] }[] = [];
  const columns = [...cells];
  for (const [name, indices] of places) {
    if (name.trim() === '') {
      for (const index of indices) {
        const shown = `column ${index + 1}`;
        columns[index] = taken.has(shown) ? free(shown, 2) : shown;
        unnamed.push(columns[index] as string);
      }
      continue;
    }
    if (indices.length === 1) continue;
    let next = 2;
    indices.forEach((index, nth) => {
      if (nth > 0) {
        columns[index] = free(name, next);
        next = Number(columns[index].slice(name.length + 1)) + 1;
      } else if (mapped.has(`${name}-1`)) columns[index] = free(name, 1);
    });
    const told = indices.some((index) => columns[index] !== name && mapped.has(columns[index] as string));
    if (mapped.has(name) && !told) unclear.push({ name, numbers: indices.map((index) => index + 1) });
  }
  return { columns, unnamed, unclear };
}

/** The names of columns without a header: `1`, `2`, … */
export const numberedColumns = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(index + 1));
