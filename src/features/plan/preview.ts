import type { Plan } from '../../delivery/plan.ts';
import { type Lock, takeLock } from '../../files/lock.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { paceOf } from '../../session/connect.ts';
import { openKnownLedger } from '../../state/claims.ts';
import { State } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { lookForPlan } from '../sync/first-look/first-look.ts';
import { compareWithLedger, examineRows, type OfflinePlan } from './offline-plan.ts';
import { costOf, NO_ROWS, withFound } from './plan-document.ts';
import { planText } from './plan-text.ts';
import { unprobed } from './unprobed.ts';

/** A run that is about to begin. */
export type Beginning = {
  readonly pipeline: Pipeline;
  /** Its rows; they are read once more. */
  readonly rows: Plan;
  /** False for some of the rows. */
  readonly isWhole: boolean;
  /** It sends every row, whatever the ledger knows. */
  readonly fresh: boolean;
  /** The lock of the pipeline, if it is taken already. */
  readonly lock: Lock | undefined;
};

/**
 * Plans a run, as `plan` says it. Changes nothing, and creates nothing where nothing was written before.
 * @throws RunError `SOURCE.*`, `STATE.*`
 */
export async function preview(beginning: Beginning, context: Runtime & Stderr): Promise<string> {
  const { pipeline } = beginning;
  if (!context.quiet) context.err('  reading the files to show what this run would do …\n');
  const found = await withFirstLook(await findingsOf(beginning, context), beginning, context);
  const state = new State(pipeline.stateFolder, context.system.files);
  const plan = {
    ...found,
    warnings: [...found.warnings, ...unprobed(pipeline, state, context.system.files)],
    ...(pipeline.sync ? { onMissing: pipeline.sync.onMissing ?? 'keep' } : {}),
    cost: costOf(found.entities, paceOf(pipeline), found.live),
  };
  return planText(plan, undefined, { style: context.errStyle, columns: context.columns() });
}

/** The first run of a sync: with what the service has of its rows already. */
async function withFirstLook(
  found: OfflinePlan,
  { pipeline, rows, isWhole }: Beginning,
  context: Runtime & Stderr,
): Promise<OfflinePlan> {
  if (!pipeline.sync || !isWhole || found.id !== undefined) return found;
  const { paths } = new State(pipeline.stateFolder, context.system.files);
  const { look, changedFields, warnings } = await lookForPlan(pipeline, rows, paths.sandbox, context);
  const entities = { ...found.entities };
  for (const [name, there] of look) entities[name] = withFound(entities[name] ?? NO_ROWS, there);
  return {
    ...found,
    entities,
    ...(changedFields ? { changedFields } : {}),
    warnings: [...warnings, ...found.warnings],
  };
}

async function findingsOf(
  { pipeline, rows, isWhole, fresh, lock }: Beginning,
  { system, signal, commandLine }: Runtime,
): Promise<OfflinePlan> {
  const { files } = system;
  const state = new State(pipeline.stateFolder, files);
  const { paths, store } = state;
  // A dry run is enough, and faster.
  if (fresh || !(await hasLedger(state.ledger, files))) return await examineRows(pipeline, rows, signal);
  await state.make();
  await using _lock = lock ? undefined : await takeLock(paths.lock, commandLine, system);
  using ledger = await openKnownLedger(state.ledger, [await store.load()], system);
  return ledger.isEmpty
    ? await examineRows(pipeline, rows, signal)
    : await compareWithLedger(pipeline, rows, ledger, state, {
        conversations: false,
        isWhole,
        signal,
        files,
      });
}
