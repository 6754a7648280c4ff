import { expect, test } from 'vitest';
import { liveMonth } from './scenario/month.ts';

test('three nights, one of them with kills and faults: all is as in the sources, and once more sends nothing', async () => {
  const nights = await liveMonth({ nights: 3, seed: 4 });
  expect(nights.flatMap(({ trouble }) => trouble)).toEqual([]);
  expect(nights.map(({ verifyExit, again }) => [verifyExit, again])).toEqual([
    [0, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(nights[2]?.kills).toBeGreaterThan(0);
  for (const { verified } of nights)
    for (const marks of Object.values(verified)) expect(marks).toMatchObject({ differs: 0 });
});
