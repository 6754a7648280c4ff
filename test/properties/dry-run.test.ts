import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Plan } from '../../src/delivery/plan.ts';
import { dryRun } from '../../src/features/validate/dry-run.ts';
import { oddTables, writeTables } from './odd-tables.ts';

/** The same plan without the fast check of raw records. */
const unscreened = (plan: Plan): Plan => ({
  ...plan,
  steps: plan.steps.map((step) => ({
    ...step,
    sources: step.sources.map((source) => ({
      ...source,
      pass: (sink, signal) => source.pass({ row: (row) => sink.row(row) }, signal),
    })),
  })),
});

test('a record that the fast check accepts has the same outcome as its parsed row', async () => {
  let passed = 0;
  await fc.assert(
    fc.asyncProperty(oddTables, async (tables) => {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'dry-run-'));
      const open = await writeTables(folder.path, tables);
      const access = { ownersJoin: tables.guarded, membersOnly: tables.guarded };
      const options = { requestsPerMinute: 60, signal: new AbortController().signal, access };
      const screened = await dryRun(await open(), options);
      const parsed = await dryRun(unscreened(await open()), options);
      expect(screened).toEqual(parsed);
      expect(await dryRun(await open(), { ...options, threads: 0 })).toEqual(parsed);
      passed += screened.steps.messages?.counts.pending ?? 0;
    }),
    { numRuns: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 50) },
  );
  expect(passed).toBeGreaterThan(30);
});
