import { expect, test } from 'vitest';
import { DEFAULT_POLICIES } from '../../src/input/entities/policies.ts';
import type { Mapping } from '../../src/input/rows/mapping.ts';
import type { Source } from '../../src/input/sources/source.ts';
import { planNotes } from '../../src/pipeline/open/plan-notes.ts';
import { openStep } from '../../src/pipeline/open-step.ts';
import { importApi } from '../../src/service/targets/import-api.ts';

/** A set that counts how often something is added, whether it is there or not. */
class CountingSet extends Set<string> {
  adds = 0;
  override add(value: string): this {
    this.adds++;
    return super.add(value);
  }
}

/** A step over two files without rows, and what it says of columns. */
function step(strict = false) {
  const warnings = new CountingSet();
  const { routes } = importApi({ budget: { requests: 60, perMs: 60_000, concurrency: 1 } });
  const sources = [0, 1].map((file) => ({
    name: `messages-${file}.ndjson`,
    source: {} as Source,
    mapping: (() => {}) as unknown as Mapping,
    origin: { index: 0, cells: {} },
  }));
  const notes = planNotes(warnings);
  return {
    ...openStep('messages', { sources, paths: [] }, { routes, strict, policies: DEFAULT_POLICIES }, notes),
    ...notes,
    warnings,
  };
}

test('the nearest name of a column is looked for once per file, however many rows have the column', () => {
  const { onUnknown, warnings, unknownColumns } = step();
  for (let row = 0; row < 50_000; row++) {
    onUnknown(0, 'sentat');
    onUnknown(1, 'sentat');
    onUnknown(1, 'reactions');
  }
  expect(warnings.adds).toBe(3);
  expect([...unknownColumns]).toEqual([
    'messages-0.ndjson: sentat',
    'messages-1.ndjson: sentat',
    'messages-1.ndjson: reactions',
  ]);
  expect([...warnings][0]).toContain('did you mean sentAt');
});

test('a file with a name of its own in every row gets a bounded number of warnings', () => {
  const { onUnknown, warnings } = step();
  for (let row = 0; row < 10_000; row++) onUnknown(0, `column-${row}`);
  expect(warnings.adds).toBe(100);
});
