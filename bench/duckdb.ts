import { type Bench, rival } from './bench.ts';
import type { Contender } from './race.ts';

/** DuckDB as a rival, if it is installed; else nothing, with a word about it. */
export function duckdb(
  bench: Bench,
  script: 'duckdb-count' | 'mapping/duckdb-keys',
  folder: string,
  threads: 1 | 2,
): Contender[] {
  const name = `DuckDB, ${threads} thread${threads === 1 ? '' : 's'}`;
  try {
    import.meta.resolve('@duckdb/node-api');
  } catch {
    process.stderr.write(`  ${name}: left out, npm install --no-save @duckdb/node-api\n`);
    return [];
  }
  return [{ name, run: () => rival(bench, script, [folder, String(threads)]) }];
}
