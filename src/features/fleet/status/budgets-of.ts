import type { FleetBudget, FleetPipeline } from './fleet-status.ts';

/** The limits that pipelines use which run now, by app, as far as their workers have said. */
export function budgetsOf(pipelines: readonly FleetPipeline[]): FleetBudget[] {
  const budgets = new Map<string, FleetBudget>();
  for (const { name, state, progress } of pipelines) {
    if (state !== 'running' || progress?.app === undefined) continue;
    const { app, requestsPerMinute = 0, allowedPerMinute, heldMs } = progress;
    const before = budgets.get(app);
    // A pipeline may keep to less than the app may have.
    const allowed = most(before?.allowedPerMinute, allowedPerMinute);
    const held = most(before?.heldMs, heldMs);
    budgets.set(app, {
      app,
      requestsPerMinute: (before?.requestsPerMinute ?? 0) + requestsPerMinute,
      ...(allowed === undefined ? {} : { allowedPerMinute: allowed }),
      ...(held === undefined ? {} : { heldMs: held }),
      pipelines: [...(before?.pipelines ?? []), name],
    });
  }
  return [...budgets.values()].sort((one, other) => (one.app < other.app ? -1 : 1));
}

/** The largest of the numbers that are there. */
export function most(...numbers: readonly (number | undefined)[]): number | undefined {
  const known = numbers.filter((each) => each !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
}
