import { expect, test } from 'vitest';
import { simulateMonth } from './scenario/month.ts';

test('three daily sync runs, one with kills and faults: the service equals the sources, and a second run sends nothing', async () => {
  const days = await simulateMonth({ days: 3, seed: 4 });
  expect(days.flatMap(({ trouble }) => trouble)).toEqual([]);
  expect(days.map(({ verifyExit, again }) => [verifyExit, again])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(days[2]?.kills).toBeGreaterThan(0);
  for (const { verified } of days)
    for (const marks of Object.values(verified)) expect(marks).toMatchObject({ differs: 0 });
});
