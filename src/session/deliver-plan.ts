import { stat } from 'node:fs/promises';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { type RunEvent, run, type SyncDeps } from '../delivery/run.ts';
import { RunError } from '../errors/run-error.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { type Counts, zeroCounts } from '../input/rows/outcome.ts';
import type { Source } from '../input/sources/source.ts';
import type { KeyFile } from '../keys/key-file.ts';
import { KeyIndex } from '../keys/key-index.ts';
import { KnownKeys } from '../ledger/known-keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { rejectGuard } from '../report/result/reject-guard.ts';
import { hasRejects, totals } from '../report/result/report.ts';
import type { CommandContext } from '../terminal/context.ts';
import type { Connection } from './connect.ts';
import { maxDuration } from './max-duration.ts';
import { openTransport, type TransportEvent } from './open-transport.ts';
import { createProgress } from './progress.ts';
import { rejectsFiles } from './rejects-files.ts';
import type { RequestTally } from './request-tally.ts';
import { openRunLog } from './run-log.ts';
import type { StatePaths } from './state-folder.ts';

/** Rows in the window; a stray row that waits for company holds up at most half of it. */
const CAPACITY = 20_000;
/** Lanes for each request that may be under way: enough that a busy conversation does not idle the others. */
const LANES_PER_REQUEST = 2;
const COMMIT_EVERY_MS = 250;
/** How long a request whose answer was lost is given to take effect, before it is looked for. */
const GRACE_MS = 2_000;

/** What the rows of a plan are written with. */
export type Delivery = {
  readonly plan: Plan;
  readonly pipeline: Pipeline;
  readonly paths: StatePaths;
  readonly checkpoint: Checkpoint;
  readonly store: CheckpointStore;
  readonly keyFileOf: (entity: EntityName) => KeyFile;
  readonly ledger: Ledger;
  /** Set for a sync. */
  readonly sync?: SyncDeps | undefined;
  readonly connection: Connection;
  readonly requests: RequestTally;
  /** As `limits.maxRejects`; none where undefined. */
  readonly maxRejects: number | string | undefined;
  readonly maxDurationMs: number | undefined;
};

/**
 * Runs the line with progress, log and guard; gives the error that ended it early. What was settled is committed either
 * way. Where nobody ever answered, the state is as if nothing had begun.
 */
export async function deliverPlan(session: Delivery, context: CommandContext): Promise<RunError | undefined> {
  const wasEmpty = session.ledger.isEmpty;
  const error = await write(session, context);
  if (error && neverAnswered(error, session.checkpoint)) {
    await session.store.clear();
    if (wasEmpty) session.ledger.clear();
  }
  return error;
}

async function write(session: Delivery, context: CommandContext): Promise<RunError | undefined> {
  const { plan, pipeline, paths, checkpoint, connection, requests } = session;
  const { concurrency } = pipeline.limits;
  await using log = openRunLog(paths.log);
  const stop = new AbortController();
  using _clock = maxDuration(session.maxDurationMs, stop);
  using progress = createProgress(plan, await sizesOf(plan), {
    write: context.quiet ? () => {} : context.err,
    style: context.errStyle,
    live: context.live && !context.quiet,
    columns: context.columns,
    perMinute: perMinute(connection),
    signal: context.signal,
  });
  const guard = rejectGuard(session.maxRejects);
  const onEvent = (event: RunEvent | TransportEvent): void => {
    requests.observe(event);
    if (event.type === 'tried') return;
    progress.observe(event);
    if (event.type === 'committed') {
      stopWhen(guard, checkpoint, stop);
      return;
    }
    log.info(
      'state' in event ? { type: event.type, entity: event.entity, counts: event.state.counts } : event,
    );
  };
  await using base = openTransport(connection, pipeline.limits.timeoutSeconds * 1_000, onEvent);
  log.info({
    type: 'run.started',
    pipeline: pipeline.name,
    target: connection.shown,
    lineage: checkpoint.lineage,
  });
  try {
    await run(plan, {
      target: connection.target,
      transport: base.transport,
      checkpoint,
      store: session.store,
      keys: perEntity((name) => (session.sync ? new KnownKeys(session.ledger, name) : new KeyIndex())),
      keyFiles: perEntity(session.keyFileOf),
      ledger: session.ledger,
      sync: session.sync,
      openDeadLetter: (step) => rejectsFiles(paths.rejects, step.entity.name, step.sources, step.nameOf),
      observe: onEvent,
      width: concurrency * LANES_PER_REQUEST,
      capacity: CAPACITY,
      commitEveryMs: COMMIT_EVERY_MS,
      graceMs: GRACE_MS,
      signal: AbortSignal.any([context.signal, stop.signal, ...(connection.lost ? [connection.lost] : [])]),
    });
    const { rejected, blocked, read } = totals(countsOf(checkpoint));
    return hasRejects(checkpoint.steps) ? guard(rejected + blocked, read, true) : undefined;
  } catch (error) {
    log.error({
      type: 'run.failed',
      code: error instanceof RunError ? error.code : 'BUG.UNEXPECTED',
      message: (error as Error).message,
    });
    if (error instanceof RunError) return error;
    throw error;
  } finally {
    log.info({ type: 'run.finished', counts: countsOf(checkpoint) });
  }
}

/** Nothing has begun where the address never answered as the service: a corrected address is then no other target. */
function neverAnswered({ code }: RunError, checkpoint: Checkpoint): boolean {
  const nobody = code === 'SERVICE.UNREACHABLE' || code === 'SERVICE.NOT_THE_API' || code === 'SERVICE.TLS';
  return nobody && totals(countsOf(checkpoint)).read === 0;
}

const countsOf = ({ steps }: Checkpoint): Record<EntityName, Counts> =>
  perEntity((name) => steps[name]?.counts ?? zeroCounts());

function perEntity<T>(make: (name: EntityName) => T): Record<EntityName, T> {
  return {
    users: make('users'),
    groups: make('groups'),
    members: make('members'),
    messages: make('messages'),
  };
}

function stopWhen(
  guard: ReturnType<typeof rejectGuard>,
  checkpoint: Checkpoint,
  stop: AbortController,
): void {
  const { rejected, blocked, read } = totals(countsOf(checkpoint));
  const exceeded = guard(rejected + blocked, read, false);
  if (exceeded) stop.abort(exceeded);
}

async function sizesOf(plan: Plan): Promise<Map<EntityName, number[]>> {
  const sizes = new Map<EntityName, number[]>();
  for (const { entity, sources } of plan.steps)
    sizes.set(entity.name, await Promise.all(sources.map(sizeOf)));
  return sizes;
}

/** Bytes that offsets run to; 0 where the file is packed and its length says nothing of its rows. */
async function sizeOf({ path, plain }: Source): Promise<number> {
  return plain ? (await stat(path)).size : 0;
}

function perMinute({ target }: Connection): number {
  return Math.min(...Object.values(target.budgets).map(({ requests, perMs }) => (requests / perMs) * 60_000));
}
