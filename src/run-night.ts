import type { CommandContext } from './command.ts';
import { connect, routesOf } from './connect.ts';
import { consent } from './consent.ts';
import { RunError } from './errors.ts';
import { keyFile } from './key-file.ts';
import { takeLock } from './lock.ts';
import type { Pipeline } from './pipeline.ts';
import { makePlan } from './plan.ts';
import { finishRun, RequestTally, rejectPaths } from './run-report.ts';
import { clearState, makeStateFolder, openCheckpoint, openLedger, statePaths } from './state.ts';
import { fileStore } from './stores/file.ts';
import { Night } from './sync/night.ts';
import { nightGuard, nightId } from './sync/night-guard.ts';
import { writeRows } from './write-rows.ts';

export type NightOptions = {
  /** The pipeline file as typed. */
  readonly file: string;
  readonly yes: boolean;
  readonly strict: boolean;
  readonly maxDurationMs: number | undefined;
  /** The name of a night that goes on although a guard speaks against it. */
  readonly confirm: string | undefined;
};

/**
 * One night of a sync: compares the sources with what the service is known to hold, and brings what has changed. A night
 * that is killed is begun anew by the same command, which finds all that was acknowledged.
 */
export async function runNight(
  pipeline: Pipeline,
  options: NightOptions,
  context: CommandContext,
): Promise<number> {
  const startedAt = new Date();
  const nowMs = startedAt.getTime();
  const paths = statePaths(pipeline.stateFolder);
  const store = fileStore(paths.checkpoint);
  const plan = await makePlan(pipeline, { routes: routesOf(pipeline), nowMs, strict: options.strict });
  if (!(await store.load())) await consent(pipeline, options.yes, context);
  await makeStateFolder(paths);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  const { identity, shown } = connection;
  using ledger = await openLedger(paths, identity, false);
  using night = await Night.compare(plan, ledger, paths.sync, context.signal);
  refuse(night, ledger.lineage, pipeline, options);
  await clearState(paths).then(() => makeStateFolder(paths));
  const checkpoint = await openCheckpoint({
    pipeline,
    plan,
    store,
    target: identity,
    signal: context.signal,
    nowMs,
  });
  night.count(checkpoint);
  const requests = new RequestTally();
  const error = await writeRows(
    {
      plan: night.plan,
      pipeline,
      paths,
      checkpoint,
      store,
      keyFileOf: (entity) => keyFile(`${paths.keys}/${entity}.bin`),
      ledger,
      night: { onNoted: (entity, ordinal, row) => night.onNoted(entity, ordinal, row) },
      connection,
      requests,
      maxRejects: pipeline.limits.maxRejects,
      maxDurationMs: options.maxDurationMs,
    },
    context,
  );
  if (!error) {
    await night.sameFiles();
    night.publish();
  }
  // Awaited here: what is disposed on return must outlive the report.
  return await finishRun(
    {
      command: 'run',
      pipeline,
      plan,
      paths,
      checkpoint,
      rejects: rejectPaths(paths.rejects, checkpoint),
      sandboxData: paths.sandbox,
      shown,
      requests,
      startedAt,
      error,
      file: options.file,
    },
    context,
  );
}

/** @throws RunError `GUARD.*`, `SOURCE.EMPTY` with the command that goes on all the same */
function refuse(night: Night, lineage: string, { sync }: Pipeline, { confirm, file }: NightOptions): void {
  const against = nightGuard(night.changes, {
    onMissing: sync?.onMissing ?? 'keep',
    maxDelete: sync?.maxDelete,
  });
  if (!against) return;
  const id = nightId(lineage, night.changes);
  if (confirm === id && against.code !== 'SOURCE.EMPTY') return;
  if (against.code === 'SOURCE.EMPTY') throw against;
  throw new RunError(against.code, against.message, {
    hint: `look at it with  chatferry plan ${file}; if it is right:  chatferry run ${file} --confirm ${id}`,
  });
}
