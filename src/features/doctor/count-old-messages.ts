import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally.ts';
import { judge } from '../../input/rows/judge.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { KeyIndex } from '../../keys/key-index.ts';

/**
 * Counts the messages of a plan that are older than the service keeps them. Reads the files of the messages once, in
 * bounded memory; references are not checked.
 * @returns undefined if there are none
 * @throws RunError `SOURCE.*`
 */
export async function countOldMessages(plan: Plan, signal: AbortSignal): Promise<TooOld | undefined> {
  const step = plan.steps.find(({ entity }) => entity.tooOld);
  if (!step) return undefined;
  const keys = { users: new KeyIndex(), groups: new KeyIndex() };
  const deps = { ...plan, ...step, keys, closed: new Set<never>() };
  const found: TooOld = { count: 0, oldest: Number.POSITIVE_INFINITY };
  for await (const rows of readRows(step.sources, undefined, signal))
    for (const row of rows) {
      const { tooOldAt } = judge(row, deps);
      if (tooOldAt === undefined) continue;
      found.count++;
      found.oldest = Math.min(found.oldest, tooOldAt);
    }
  return found.count > 0 ? found : undefined;
}
