import { expect, test } from 'vitest';
import { parseQuirks } from '../../src/sandbox/sandbox.ts';
import { runModel } from './run-model.ts';
import { World } from './world.ts';

// `npm run test:model -- --calls 100000` makes more of them, of another seed each time.
test('random calls are answered as a model of the service says, and everything that can be listed agrees', async () => {
  const calls = await runModel({ calls: 5_000, seed: 20_263 });
  expect(calls).toBeGreaterThanOrEqual(5_000);
  // It would mean little if most calls failed, or if few of the refusals were met.
  expect(World.outcomes.get('200')).toBeGreaterThan(calls / 2);
  expect(World.outcomes.size).toBeGreaterThan(35);
});

test('a short list of calls shows where a service differs from the model', async () => {
  const wrong = runModel({ calls: 10_000, seed: 1, quirks: parseQuirks('nested') });
  const { message } = await wrong.then(
    () => new Error('nothing was found'),
    (error: Error) => error,
  );
  expect(message).toMatch(/Counterexample: \[import (?:users|groups|members|messages) [^\n]*\]/);
  expect(message.length).toBeLessThan(1500);
});
