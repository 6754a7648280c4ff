import type { Plan } from '../../../delivery/plan.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { ChangedFields } from '../../../report/result/changed-fields.ts';
import { type Connection, connect } from '../../../session/connect.ts';
import { openTransport } from '../../../session/open-transport.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { changedFieldsOf } from '../shape/field-changes.ts';
import { type FirstLook, lookAtService, NOTHING_FOUND } from './first-look.ts';

/** The time that a plan waits for a service that may not be there. */
const PLAN_MS = 10_000;

/**
 * Finds what a first sync run would do with rows that its service has already.
 * @throws RunError if the service or the files cannot be read
 */
export async function lookFirst(
  { limits }: Pipeline,
  plan: Plan,
  connection: Connection,
  { signal, system }: Pick<Runtime, 'system' | 'signal'>,
): Promise<FirstLook> {
  await using base = openTransport(connection, limits.timeoutSeconds * 1_000, () => {}, system);
  return await lookAtService(plan, base.transport, signal);
}

/** The statements of a plan of a first sync run about rows that the service has already. */
type PlannedLook = {
  readonly look: FirstLook;
  /** The fields that the run changes; undefined if it changes none. */
  readonly changedFields: ChangedFields | undefined;
  readonly warnings: readonly string[];
};

const unseen = (warnings: readonly string[]): PlannedLook => ({
  look: NOTHING_FOUND,
  changedFields: undefined,
  warnings,
});

/** The same for a plan, which is also made where the service cannot be reached: then it says so. */
export async function lookForPlan(
  pipeline: Pipeline,
  plan: Plan,
  sandboxData: string,
  context: Runtime & Stderr,
): Promise<PlannedLook> {
  const { target } = pipeline;
  const { files, clock } = context.system;
  // A sandbox without data has no rows.
  if (target === undefined || (target === 'sandbox' && !files.existsSync(sandboxData))) return unseen([]);
  const late = new AbortController();
  using _waiting = clock.after(PLAN_MS, () => late.abort());
  try {
    await using connection = await connect(pipeline, sandboxData, context);
    const signal = AbortSignal.any([context.signal, late.signal]);
    const look = await lookFirst(pipeline, plan, connection, { ...context, signal });
    const fields = Array.from(look, ([entity, each]) => ({ entity, fields: each.fields }));
    return { look, changedFields: changedFieldsOf(fields), warnings: [] };
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof RunError) && !late.signal.aborted) throw error;
    const why = error instanceof RunError ? error.message : 'no answer in time';
    return unseen([`${UNSEEN}: ${why}`]);
  }
}

const UNSEEN = 'the service was not looked at, so rows that it has already count as new; a run looks first';
