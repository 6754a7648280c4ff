import { expect, test } from 'vitest';
import { liveChaos } from './live-chaos.ts';

// The long form, also with events that are lost: npm run test:live-chaos.
test('two apps that people use stay alike while the process is killed again and again', async () => {
  const faults = { lost: 0, doubled: 0.1, late: 0.1 };
  const { kills, differences, echoes, problems } = await liveChaos({
    seed: 5,
    kills: 3,
    acts: 10,
    faults,
    quietMs: 2_500,
  });
  expect({ kills, differences, echoes, problems }).toEqual({
    kills: 3,
    differences: [],
    echoes: 0,
    problems: [],
  });
});
