import { expect, test } from 'vitest';
import type { Verification } from '../../src/report/result/verification.ts';
import { exportHere, kindOf, outcomes } from './expected.ts';

/** Exports with what the tools of today write besides; the fuzz changes them, too. */
test.each([
  ['slack/newer', { read: 16, dropped: { canvasMessages: 1, deleted: 1, hidden: 1, system: 2 } }],
  ['stream/channels', { read: 9, dropped: { deleted: 1, error: 1, repeated: 1, truncated: 1 } }],
  ['sql/partitions', { read: 19, dropped: { empty: 3 } }],
  ['sql/mydumper', { read: 16, dropped: { empty: 2, internal: 1 } }],
])('%s lands, and verify finds all of it', async (path, messages) => {
  await using here = await exportHere(path);
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced, result.problems]).toEqual([0, true, []]);
  const summary = result.export as NonNullable<typeof result.export>;
  for (const counts of Object.values(summary.kinds)) expect(outcomes(counts)).toBe(counts.read);
  const { read, dropped } = kindOf(summary, 'messages');
  expect({ read, dropped }).toEqual(messages);
  expect((await here.json<Verification>('verify')).exitCode).toBe(0);
});
