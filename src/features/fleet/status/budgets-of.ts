import { defined } from '../../../input/json/defined.ts';
import type { RowsDone } from '../queue/fleet-job.ts';
import type { FleetBudget, FleetPipeline } from './fleet-status.ts';

/** The limits that pipelines use which run now, by app and class of requests, as far as their workers have said. */
export function budgetsOf(pipelines: readonly FleetPipeline[]): FleetBudget[] {
  const budgets = new Map<string, FleetBudget>();
  for (const { name, state, progress } of pipelines) {
    if (state !== 'running' || progress?.app === undefined) continue;
    const { app, rateClass, requestsPerMinute = 0, heldMs } = progress;
    const id = `${app} ${rateClass ?? ''}`;
    const before = budgets.get(id);
    const budget = defined({
      app,
      rateClass,
      requestsPerMinute: (before?.requestsPerMinute ?? 0) + requestsPerMinute,
      ...limitOf([before ?? {}, progress]),
      heldMs: most(before?.heldMs, heldMs),
      pipelines: [...(before?.pipelines ?? []), name],
    });
    budgets.set(id, budget);
  }
  return [...budgets].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, budget]) => budget);
}

/** A limit and how it is known. */
type Limit = Pick<RowsDone, 'allowedPerMinute' | 'allowedBy'>;

/** The limit of several pipelines: what the service states, else the largest, as one may keep to less than the app may have. */
export function limitOf(all: readonly Limit[]): Limit {
  const stated = all.filter(({ allowedBy }) => allowedBy === 'stated');
  const [limit] = (stated.length > 0 ? stated : all).toSorted(
    (one, other) => (other.allowedPerMinute ?? 0) - (one.allowedPerMinute ?? 0),
  );
  if (limit?.allowedPerMinute === undefined) return {};
  const { allowedPerMinute, allowedBy } = limit;
  return defined({ allowedPerMinute, allowedBy });
}

/** The largest of the numbers that are there. */
export function most(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}
