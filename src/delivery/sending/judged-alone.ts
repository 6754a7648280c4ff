import { type JudgeDeps, type Judged, judge } from '../../input/rows/judge.ts';
import type { Row } from '../../input/rows/row.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import type { Plan, Step } from '../plan.ts';

/**
 * Reads all rows of steps again, after they were run, and says what becomes of each by itself: what it refers to was checked
 * then.
 */
export async function eachJudgedAlone(
  steps: readonly Step[],
  plan: Plan,
  keys: JudgeDeps['keys'],
  signal: AbortSignal,
  each: (judged: Judged, row: Row, step: Step) => void,
): Promise<void> {
  for (const step of steps) {
    const entity = { ...step.entity, refs: () => [] };
    const deps = { ...step, ...plan, entity, keys, onUnknown: () => {} };
    for await (const rows of readRows(step.whole ?? step.sources, undefined, signal))
      for (const row of rows) each(judge(row, deps), row, step);
  }
}
