import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { Quirks } from '../../src/sandbox/sandbox.ts';
import { conversationSteps } from './calls/conversation-calls.ts';
import { groupSteps } from './calls/group-calls.ts';
import { importSteps } from './calls/import-calls.ts';
import { listSteps } from './calls/list-calls.ts';
import { memberSteps } from './calls/member-calls.ts';
import { messageSteps } from './calls/message-calls.ts';
import { relationSteps } from './calls/relation-calls.ts';
import { roleSteps } from './calls/role-calls.ts';
import { tokenSteps } from './calls/token-calls.ts';
import { userSteps } from './calls/user-calls.ts';
import { learnBeginnings, populate } from './populate.ts';
import { restart, type Step } from './step.ts';
import { compareAll } from './whole-state.ts';
import { openTemplate, type Template, World } from './world.ts';

const STEPS = [
  ...userSteps,
  ...tokenSteps,
  ...relationSteps,
  ...roleSteps,
  ...groupSteps,
  ...memberSteps,
  ...messageSteps,
  ...listSteps,
  ...conversationSteps,
  ...importSteps,
  restart,
];
// The weights of `fc.oneof` are whole numbers.
const anyStep = fc.oneof(
  ...STEPS.map(({ weight, arbitrary }) => ({ weight: Math.round(weight * 10), arbitrary })),
);

const MAX_STEPS = 250;
/** A failing sequence is made shorter for so long; five that agree take a few seconds. */
const SHRINKING_MS = 600_000;

async function play(template: Template, steps: Iterable<Step>, isPopulated: boolean): Promise<void> {
  await using world = new World(template);
  await world.restart();
  await learnBeginnings(world);
  if (isPopulated) await populate(world);
  await fc.asyncModelRun(() => ({ model: world, real: world }), steps);
  await compareAll(world, 'first');
  await compareAll(world, 'second');
}

/**
 * Plays random sequences of calls until so many have been made. Rejects with the shortest sequence found in which
 * the sandbox and the model disagree.
 */
export async function runModel(options: {
  readonly calls: number;
  readonly seed: number;
  /** Another service than the model is of: the two must then disagree. */
  readonly quirks?: Quirks;
}): Promise<number> {
  using template = await openTemplate(options.quirks);
  const before = World.calls;
  for (let round = 0; World.calls - before < options.calls; round += 1) {
    const sequences = fc.commands([anyStep], { maxCommands: MAX_STEPS, size: 'max' });
    const property = fc.asyncProperty(sequences, fc.nat(9), (steps, n) => play(template, steps, n > 0));
    const seed = options.seed + round;
    await fc.assert(property, { seed, numRuns: 5, interruptAfterTimeLimit: SHRINKING_MS });
  }
  return World.calls - before;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
    },
  });
  const started = Date.now();
  process.stdout.write(`seed ${values.seed}\n`);
  const calls = await runModel({ calls: Number(values.calls), seed: Number(values.seed) });
  process.stdout.write(`${JSON.stringify(Object.fromEntries([...World.outcomes].sort()))}\n`);
  process.stdout.write(`${calls} calls agree, ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
