import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Row } from '../../src/input/rows/row.ts';
import type { Source } from '../../src/input/sources/source.ts';
import { realFiles } from '../../src/system/files.ts';
import { realRandom } from '../../src/system/random.ts';
import { type PrepareSpec, prepareTable } from '../../src/tables/prepare-table.ts';
import type { PreparedInput } from '../../src/tables/prepared-row.ts';
import { openPrepared } from '../../src/tables/prepared-table.ts';

/** Never aborted. */
export const { signal } = new AbortController();

/** Rows of a file, each in its own line. */
export const rowsFrom = (values: readonly PreparedInput['values'][]): PreparedInput[] =>
  values.map((each, index) => ({ values: each, line: index + 2, byte: 10 * index }));

/** An input with these rows. */
export function inputOf(name: string, rows: readonly PreparedInput[]): PrepareSpec['inputs'][number] {
  return {
    name,
    path: `/data/${name}`,
    async pass(take) {
      for (const row of rows) take(row);
    },
  };
}

/** What all specs have. */
export const plain = { identity: 'one', columns: ['who', 'text'], extras: [], order: 'asIs' } as const;

/** Prepares a table in a folder of its own, and opens it. */
export async function prepared(
  spec: PrepareSpec,
  check: (source: Source, path: string) => Promise<void> | void,
  runBytes?: number,
): Promise<void> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-'));
  const path = join(folder.path, 'messages.rows');
  await prepareTable(spec, { path, files: realFiles, random: realRandom }, signal, runBytes);
  await check(await openPrepared(path, 0, realFiles), path);
}

/** The cells of rows. */
export const valuesOf = (rows: readonly Row[]): unknown[] => rows.map(({ values }) => values);

/** Rows of words, such as `ann 3`. */
export const diary = (rows: readonly string[]): PreparedInput[] =>
  rowsFrom(rows.map((row) => row.split(' ')));
/** The second cell as a time; `-` is none. */
export const timeOf: NonNullable<PrepareSpec['timeOf']> = (_, { values }) => {
  const time = (values as readonly string[])[1];
  return time === '-' ? undefined : Number(time);
};
