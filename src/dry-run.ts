import { check } from './check.ts';
import type { EntityName } from './entity.ts';
import { InFlight } from './in-flight.ts';
import { KeyIndex } from './key-index.ts';
import type { Plan, Step } from './plan.ts';
import type { Profile } from './profile.ts';
import { readRows } from './rows.ts';
import { CHUNK_ROWS_MAX } from './source.ts';
import { emptyTally, type Tally, tally } from './tally.ts';

/** What a dry run found. */
export type DryRun = {
  readonly steps: Partial<Record<EntityName, Tally>>;
  readonly profile?: Profile;
};

/** Everything that can be known offline, all errors in one pass: the line cut after the check. */
export async function dryRun(plan: Plan, signal: AbortSignal): Promise<DryRun> {
  const keys = {
    users: new KeyIndex(),
    groups: new KeyIndex(),
    members: new KeyIndex(),
    messages: new KeyIndex(),
  };
  const steps: Partial<Record<EntityName, Tally>> = {};
  for (const step of plan.steps) steps[step.entity.name] = await checkStep(step, plan, keys, signal);
  return { steps };
}

async function checkStep(
  step: Step,
  plan: Plan,
  keys: Readonly<Record<EntityName, KeyIndex>>,
  signal: AbortSignal,
): Promise<Tally> {
  const into = emptyTally();
  const window = new InFlight(CHUNK_ROWS_MAX * 2, 0);
  const rows = readRows(step.sources, undefined, signal);
  for await (const items of check(rows, window, { ...step, ...plan, keys, carries: step.route.carries })) {
    for (const { seq } of items) window.settle(seq, { status: 'pending' });
    tally(into, window.take(), step.nameOf);
  }
  signal.throwIfAborted();
  return into;
}
