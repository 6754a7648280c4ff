import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/repository.ts';

/** The rows of a table of tab-separated values below `test/docs/`, its columns by the names of the first line. */
export function dataTable<Column extends string>(
  path: string,
  ...columns: readonly Column[]
): readonly Readonly<Record<Column, string>>[] {
  const [head = '', ...lines] = readFileSync(join(repository, 'test/docs', path), 'utf8')
    .trimEnd()
    .split('\n');
  const names = head.split('\t');
  const places = columns.map((column) => [column, names.indexOf(column)] as const);
  for (const [column, at] of places) if (at < 0) throw new Error(`${path} has no column ${column}`);
  return lines.map((line, at) => {
    const cells = line.split('\t');
    if (cells.length > names.length || cells[0] === '')
      throw new Error(`${path}:${at + 2} does not fit its columns`);
    return Object.fromEntries(places.map(([column, place]) => [column, cells[place] ?? ''])) as Record<
      Column,
      string
    >;
  });
}
