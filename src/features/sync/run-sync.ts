import { RunError } from '../../errors/run-error.ts';
import { takeLock } from '../../files/lock.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { keyFile } from '../../keys/key-file.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Missing } from '../../report/result/report.ts';
import { type Connection, connect, routesOf } from '../../session/connect.ts';
import { consent } from '../../session/consent.ts';
import { deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun, rejectPaths } from '../../session/finish-run.ts';
import { maxDuration } from '../../session/max-duration.ts';
import { openTransport } from '../../session/open-transport.ts';
import { RequestTally } from '../../session/request-tally.ts';
import { clearState, makeStateFolder, openCheckpoint, statePaths } from '../../session/state-folder.ts';
import { fileStore } from '../../session/stores/file.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { basisOf, readPlan, stateOf, stillTrue } from '../plan/plan-basis.ts';
import { isOlder } from '../removal/is-older.ts';
import { removeMissing } from './remove-missing.ts';
import { syncGuard, syncRunId } from './sync-guard.ts';
import { SyncRun } from './sync-run.ts';

export type SyncOptions = {
  /** The pipeline file as typed. */
  readonly file: string;
  readonly yes: boolean;
  readonly strict: boolean;
  readonly maxDurationMs: number | undefined;
  /** The name of a night that goes on although a guard speaks against it. */
  readonly confirm: string | undefined;
  /** A saved plan that must still be true. */
  readonly plan: string | undefined;
};

/**
 * One night of a sync: compares the sources with what the service is known to hold, and brings what has changed. A night
 * that is killed is begun anew by the same command, which finds all that was acknowledged.
 */
export async function runSync(
  pipeline: Pipeline,
  options: SyncOptions,
  context: CommandContext,
): Promise<number> {
  const startedAt = new Date();
  const nowMs = startedAt.getTime();
  const paths = statePaths(pipeline.stateFolder);
  const store = fileStore(paths.checkpoint);
  const plan = await openPlan(pipeline, { routes: routesOf(pipeline), nowMs, strict: options.strict });
  if (!(await store.load())) await consent(pipeline, options.yes, context);
  await makeStateFolder(paths);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  const { identity } = connection;
  using ledger = new Ledger(paths.ledger, identity);
  const saved = options.plan === undefined ? undefined : await readPlan(options.plan);
  if (saved) stillTrue(saved, await basisOf(pipeline, plan, stateOf(ledger), context.signal));
  using syncRun = await SyncRun.compare(plan, ledger, paths.sync, context.signal);
  const id = syncRunId(ledger, syncRun.changes);
  if (saved && saved.id !== id)
    throw new RunError('PLAN.STALE', 'the plan is stale: it would do something else now');
  refuse(syncRun, id, pipeline, options);
  await clearState(paths).then(() => makeStateFolder(paths));
  const checkpoint = await openCheckpoint({
    pipeline,
    plan,
    store,
    target: identity,
    signal: context.signal,
    nowMs,
  });
  syncRun.count(checkpoint);
  const requests = new RequestTally();
  const until = performance.now() + (options.maxDurationMs ?? 0);
  const session = {
    ...{ pipeline, paths, checkpoint, store, ledger, connection, requests },
    plan: syncRun.plan,
    keyFileOf: (entity: EntityName) => keyFile(`${paths.keys}/${entity}.bin`),
    sync: {
      hasRows: (entity: EntityName) => syncRun.hasRows(entity),
      uncertainSince: ledger.uncertainSince(
        nowMs,
        syncRun.changes.some(({ isAnyUnsure }) => isAnyUnsure),
      ),
      onRecorded: (entity: EntityName, ordinal: number, row: number) =>
        syncRun.onRecorded(entity, ordinal, row),
    },
    maxRejects: pipeline.limits.maxRejects,
    maxDurationMs: options.maxDurationMs,
  };
  const written = await deliverPlan(session, context);
  let error = written ?? (await syncRun.changedFile());
  let after: Removed | undefined;
  if (!error) {
    // What the service was not told is asked again in the next night, and what goes with others from now on is noted.
    syncRun.publish();
    const removed = await removeRest(
      { ...session, syncRun, leftMs: options.maxDurationMs && until - performance.now() },
      context,
    );
    if (removed instanceof RunError) error = removed;
    else after = removed;
  }
  // Awaited here: what is disposed on return must outlive the report.
  return await finishRun(
    {
      ...session,
      command: 'run',
      plan,
      rejects: rejectPaths(paths.rejects, checkpoint),
      sandboxData: paths.sandbox,
      startedAt,
      error,
      missing: after?.missing,
      warnings: after?.warnings ?? [],
      file: options.file,
    },
    context,
  );
}

type Rest = {
  readonly syncRun: SyncRun;
  readonly pipeline: Pipeline;
  readonly ledger: Ledger;
  readonly connection: Connection;
  readonly requests: RequestTally;
  /** Of `--max-duration`; undefined where there is none. */
  readonly leftMs: number | undefined;
};

type Removed = { readonly missing: Missing; readonly warnings: readonly string[] };

/** Does with the rows that no source has any more what the pipeline says; gives the error that ended it early. */
async function removeRest(
  { syncRun, pipeline, ledger, connection, requests, leftMs }: Rest,
  context: CommandContext,
): Promise<Removed | RunError> {
  const { limits, sync } = pipeline;
  const onMissing = sync?.onMissing ?? 'keep';
  const stop = new AbortController();
  using _clock = maxDuration(leftMs === undefined ? undefined : Math.max(0, leftMs), stop);
  await using base = openTransport(connection, limits.timeoutSeconds * 1_000, (event) =>
    requests.observe(event),
  );
  const signal = AbortSignal.any([
    context.signal,
    stop.signal,
    ...(connection.lost ? [connection.lost] : []),
  ]);
  const { transport } = base;
  const creation = {
    ...{ ledger, transport, signal },
    fixedAt: (entity: EntityName, createdAt: number) => syncRun.fixedAt(entity, createdAt),
  };
  try {
    const { missing, problems } = await removeMissing(syncRun, onMissing, {
      ...{ ledger, transport, signal },
      concurrency: limits.concurrency,
      // Where an answer was lost, the ledger alone cannot tell ours from one that was there before.
      mayRemove: async ({ entity, entry }) =>
        (entity !== 'users' && entity !== 'groups') || !(await isOlder(entity, entry, creation)),
      since: Math.floor(Date.now() / 1_000),
      onRequest: () => requests.countRemoved(),
    });
    const warnings = problems.map(({ entity, code, count, samples: [sample] }) => {
      const first = sample ? `, first ${sample.key}: ${sample.message}` : '';
      return `${count} missing ${entity} could not be removed (${code}${first}); tried again in the next night`;
    });
    for (const { entity, nameless, missing: gone } of syncRun.changes)
      if (onMissing !== 'keep' && nameless > 0 && gone > 0)
        warnings.push(
          `${gone} missing ${entity} are kept: ${nameless} rows cannot be read, and may be some of them`,
        );
    return { missing, warnings };
  } catch (error) {
    if (error instanceof RunError) return error;
    throw error;
  }
}

/** @throws RunError `GUARD.*`, `SOURCE.EMPTY` with the command that goes on all the same */
function refuse(syncRun: SyncRun, id: string, { sync }: Pipeline, { confirm, file }: SyncOptions): void {
  const against = syncGuard(syncRun.changes, {
    onMissing: sync?.onMissing ?? 'keep',
    maxDelete: sync?.maxDelete,
  });
  if (!against) return;
  if (confirm === id && against.code !== 'SOURCE.EMPTY') return;
  if (against.code === 'SOURCE.EMPTY') throw against;
  throw new RunError(against.code, against.message, {
    hint: `look at it with  chatferry plan ${file}; if it is right:  chatferry run ${file} --confirm ${id}`,
  });
}
