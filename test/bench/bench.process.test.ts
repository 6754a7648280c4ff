import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { program, repository } from '../support/repository.ts';

const script = join(repository, 'bench/run.ts');

type Row = Readonly<Record<string, string>>;

async function bench(...args: readonly string[]): Promise<readonly Row[]> {
  const options = ['--rows', '2000', '--runs', '1', '--bad', '500', '--cli', program, ...args];
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...options]);
  const cells = stdout
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim()),
    );
  const [columns = [], _rule, ...rows] = cells;
  return rows.map((row) => Object.fromEntries(columns.map((column, at) => [column, row[at] ?? ''])));
}

describe('the benchmark', () => {
  test('prints every figure of the long table with its goal', async () => {
    const before = await readdir(join(repository, 'bench'));
    const rows = await bench();
    expect(await readdir(join(repository, 'bench'))).toEqual(before);
    // DuckDB is measured only where somebody has installed it.
    const always = rows.filter(({ Figure }) => !Figure?.includes('DuckDB'));
    expect(always.map(({ Figure }) => Figure)).toEqual([
      '--version / node -e 0, more',
      'status / node -e 0, more',
      'validate / node -e 0, more',
      '--help / node -e 0, more',
      'validate CSV / afternoon script',
      'validate CSV, --threads 2 / afternoon script',
      'validate NDJSON / afternoon script',
      'validate NDJSON, --threads 2 / afternoon script',
      'run CSV / afternoon script',
      'run CSV / raw undici loop, bodies ready',
      'run CSV, requests / floor',
      'run NDJSON / afternoon script',
      'resume, killed at 90 %: start to the first request',
      'first sync run / one-shot run',
      'sync run, nothing has changed / validate',
      'plan of a sync, 1 % has changed / validate',
      'sync run, 1 % has changed',
      expect.stringContaining('peak memory, the highest: '),
    ]);
    for (const { Value, Goal, Met } of rows) {
      expect(Value).toMatch(/^-?[\d,]+(?:\.\d+)? \S+$/);
      expect(Met).toMatch(Goal === '' ? /^$/ : /^(?:yes|no)$/);
    }
    expect(always.find(({ Figure }) => Figure?.endsWith('/ floor'))?.['Value']).toBe('1.000 requests/floor');
    // Some forty processes, one after the other.
  });

  test.each(['mapping', 'memory', 'reactions', 'refusals', 'sandbox'])(
    'measures one part alone: %s',
    async (part) => {
      const rows = await bench('--only', part);
      expect(rows.length).toBeGreaterThan(2);
      const floors = rows.filter(
        ({ Figure, Value }) => Value?.endsWith('floor') && !Figure?.includes('whole'),
      );
      for (const { Value } of floors) expect(Value).toBe('1.000 requests/floor');
    },
  );
});
