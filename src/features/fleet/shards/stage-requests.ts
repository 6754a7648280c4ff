import type { Checkpoint, StagesTaken } from '../../../delivery/checkpoint.ts';
import type { Plan } from '../../../delivery/plan.ts';
import type { Session } from '../../../session/open-session.ts';

/** Sum of what parts of a run have taken; undefined if there are none. */
export function takenTogether(parts: readonly (StagesTaken | undefined)[]): StagesTaken | undefined {
  const all = parts.filter((each) => each !== undefined);
  const [since] = all.map((each) => each.since).sort();
  if (since === undefined) return undefined;
  const sum = (name: keyof StagesTaken['requests']): number =>
    all.reduce((count, { requests }) => count + requests[name], 0);
  return {
    since,
    requests: {
      sent: sum('sent'),
      retried: sum('retried'),
      throttled: sum('throttled'),
      floor: sum('floor'),
    },
  };
}

/** Requests of a stage, as part of what all of them send. */
export type CountedStage = {
  /** That of the stage; checkpoints that it saves say what all stages have taken so far. */
  readonly session: Session;
  /** The sum of what all stages have taken until now. */
  readonly taken: () => StagesTaken;
};

/**
 * Counts the requests of a stage behind those of the stages before: each is a process of its own, and the report of the run is
 * that of the last one. After a kill, what was sent since the last checkpoint is missing.
 */
export function countedStage(session: Session, { stages: before }: Checkpoint, plan: Plan): CountedStage {
  const { state, requests, system } = session;
  const since = new Date(system.clock.now()).toISOString();
  const taken = (): StagesTaken =>
    takenTogether([before, { since, requests: requests.counts(plan) }]) as StagesTaken;
  const save = (checkpoint: Checkpoint): Promise<void> =>
    state.store.save(Object.assign(checkpoint, { stages: taken() }));
  return { session: { ...session, state: state.withStore({ ...state.store, save }) }, taken };
}
