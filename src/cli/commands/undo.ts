import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { type CreationDeps, isOlder } from '../../features/removal/is-older.ts';
import { type RemovalResult, SAMPLES_MAX } from '../../features/removal/removal-account.ts';
import { type RemovalProgress, removalProgress } from '../../features/removal/removal-progress.ts';
import type { RemovalRow } from '../../features/removal/remove-row.ts';
import { removeRows } from '../../features/removal/remove-rows.ts';
import { undoCost } from '../../features/undo/undo-cost.ts';
import { UndoRows } from '../../features/undo/undo-rows.ts';
import {
  adviceOn,
  rowsOf,
  type UndoPlan,
  undoPlanText,
  undoResultText,
} from '../../features/undo/undo-text.ts';
import { type GroupUse, groupUse, hasWritten } from '../../features/undo/used-by-others.ts';
import { takeLock } from '../../files/lock.ts';
import { entities } from '../../input/entities/entities.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { hasLedger } from '../../ledger/ledger-file.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { errorBlock } from '../../report/screen/summary.ts';
import { eachOf } from '../../service/each-of.ts';
import type { Transport } from '../../service/transport/transport.ts';
import { type Connection, connect } from '../../session/connect.ts';
import { runnable } from '../../session/consent.ts';
import { openTransport } from '../../session/open-transport.ts';
import { openRunLog } from '../../session/run-log.ts';
import { clearState, isDone, makeStateFolder, statePaths } from '../../session/state-folder.ts';
import { fileStore } from '../../session/stores/file.ts';
import { type CommandContext, errorJson } from '../../terminal/context.ts';

export type UndoOptions = {
  readonly pipeline: string;
  /** The id that was printed with what would be removed; undefined shows it. */
  readonly confirm: string | undefined;
  /** Remove what others use by now, too. */
  readonly includeUsed: boolean;
};

/** What an undo is made with. */
type UndoSession = {
  readonly options: UndoOptions;
  readonly pipeline: Pipeline;
  readonly connection: Connection;
  readonly ledger: Ledger;
  readonly transport: Transport;
  readonly checkpoint: Checkpoint | undefined;
  readonly signal: AbortSignal;
};

/** Removes what the runs of a pipeline brought into the service; without the id of what was shown, only shows it. */
export async function undo(options: UndoOptions, context: CommandContext): Promise<number> {
  const pipeline = loadPipeline(options.pipeline, context.env);
  runnable(pipeline);
  const paths = statePaths(pipeline.stateFolder);
  if (!hasLedger(paths.ledger)) return nothing(pipeline, options, context);
  await makeStateFolder(paths);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  using ledger = new Ledger(paths.ledger, connection.identity);
  const checkpoint = await fileStore(paths.checkpoint).load();
  await using log = openRunLog(paths.log);
  const listener: { by?: RemovalProgress } = {};
  await using base = openTransport(connection, pipeline.limits.timeoutSeconds * 1_000, (event) => {
    listener.by?.observe(event);
    if (event.type !== 'tried') log.info(event);
  });
  const signal = AbortSignal.any([context.signal, ...(connection.lost ? [connection.lost] : [])]);
  const { transport } = base;
  const session: UndoSession = { options, pipeline, connection, ledger, transport, checkpoint, signal };
  const rows = new UndoRows(ledger);
  const plan = await look(rows, session);
  const scope = rows.scope(options.includeUsed);
  const { removal } = ledger;
  const meant = [plan.id, ...(removal?.scope === scope ? [removal.id] : [])];
  const id = options.confirm ?? plan.id;
  if (options.confirm === undefined || !meant.includes(id) || rowsOf(plan) === 0) {
    const exitCode = show(plan, session, context);
    if (options.confirm !== undefined || !(await isTyped(plan, context))) return exitCode;
  }

  ledger.removal = { id, scope };
  // From the first removal on, what the checkpoint says is not true any more.
  await clearState(paths);
  log.info({ type: 'undo.started', pipeline: pipeline.name, target: connection.shown, counts: plan.counts });
  using progress = removalProgress(rowsOf(plan), context);
  listener.by = progress;
  const result = await remove(rows, progress, session);
  log.info({ type: 'undo.finished', counts: result.counts });
  const hasFailed = Object.values(result.counts).some(({ failed }) => failed > 0);
  if (!hasFailed) ledger.removal = undefined;
  progress[Symbol.dispose]();
  return finish(result, hasFailed, session, context);
}

const creationDeps = ({ ledger, transport, signal }: UndoSession): CreationDeps => ({
  ledger,
  transport,
  signal,
  fixedAt: (entity, createdAt) => ledger.versionOf(entities[entity], { createdAt }).fixed,
});

function remove(rows: UndoRows, progress: RemovalProgress, session: UndoSession): Promise<RemovalResult> {
  const { options, pipeline, ledger, transport, signal } = session;
  const mayRemove = async ({ entity, entry }: RemovalRow): Promise<boolean> => {
    if (entity !== 'users') return true;
    if (await isOlder('users', entry, creationDeps(session))) return false;
    return options.includeUsed || !(await hasWritten(entry.key, { transport, signal }));
  };
  return removeRows(rows, {
    ledger,
    transport,
    concurrency: pipeline.limits.concurrency,
    signal,
    how: 'delete',
    since: ledger.begunAt,
    leaving: rows.leaving,
    mayRemove,
    observe: (event) => progress.observe(event),
  });
}

/** On a terminal, the id may be typed below what was shown; anything else leaves everything as it is. */
async function isTyped(plan: UndoPlan, { ask, json }: CommandContext): Promise<boolean> {
  if (!ask || json || rowsOf(plan) === 0) return false;
  return (await ask(`  Type ${plan.id} to remove this now: `)).trim() === plan.id;
}

/** Looks which groups others use, and counts what would be removed without them. Reads, and writes nothing. */
async function look(rows: UndoRows, session: UndoSession): Promise<UndoPlan> {
  const { options, pipeline, connection, ledger, transport, checkpoint, signal } = session;
  const samples: GroupUse[] = [];
  let count = 0;
  const lookAt = async (group: LedgerEntry): Promise<void> => {
    const older = await isOlder('groups', group, creationDeps(session));
    const use = older
      ? { guid: group.key, isOlder: older, members: 0, messages: 0 }
      : options.includeUsed
        ? undefined
        : await groupUse(group.key, { ledger, transport, signal });
    if (!use) return;
    rows.keep(group);
    count++;
    if (samples.length < SAMPLES_MAX) samples.push(use);
  };
  await eachOf(rows.groups(), pipeline.limits.concurrency, lookAt, signal);
  const counts = await rows.counts(signal);
  return {
    id: rows.id(options.includeUsed),
    counts,
    cost: undoCost(counts, connection),
    inUse: { count, samples },
    isFinished: checkpoint === undefined || isDone(checkpoint),
  };
}

/** Shows what would be removed. An id that does not mean this is refused. */
function show(plan: UndoPlan, { options, connection }: UndoSession, context: CommandContext): number {
  const command = `chatferry undo ${options.pipeline}${options.includeUsed ? ' --include-used' : ''} --confirm ${plan.id}`;
  const isEmpty = rowsOf(plan) === 0;
  const next = isEmpty ? 'nothing is left to do' : command;
  const stale =
    options.confirm === undefined || isEmpty
      ? undefined
      : new RunError('UNDO.STALE', `${options.confirm} is not what would be removed now`, { hint: command });
  const exitCode = stale?.exitCode ?? exitCodes.ok;
  const { counts, cost, inUse } = plan;
  if (context.json)
    context.out(
      json({
        exitCode,
        dry: true,
        target: connection.shown,
        ...(isEmpty ? {} : { confirm: plan.id }),
        entities: counts,
        requests: { core: cost.core, standard: cost.standard },
        minutes: Math.ceil(cost.minutes),
        inUse,
        next,
        ...(stale ? { error: errorJson(stale) } : {}),
      }),
    );
  else context.out(undoPlanText(plan, { style: context.style, next }));
  if (stale) context.err(errorBlock(stale, context.errStyle));
  return exitCode;
}

function finish(
  result: RemovalResult,
  hasFailed: boolean,
  { options, connection }: UndoSession,
  context: CommandContext,
): number {
  const exitCode = hasFailed ? exitCodes.rejected : exitCodes.ok;
  const next = hasFailed
    ? `${context.commandLine}  tries the rest again`
    : `nothing is left to do; to start over:  chatferry run ${options.pipeline}`;
  const { counts, problems, notesLeft } = result;
  if (context.json)
    context.out(
      json({
        exitCode,
        dry: false,
        target: connection.shown,
        entities: counts,
        problems: problems.map((problem) => ({ ...problem, hint: adviceOn(problem.code) })),
        notesLeft,
        next,
      }),
    );
  else if (!context.quiet || hasFailed) context.out(undoResultText(result, { style: context.style, next }));
  return exitCode;
}

const json = (body: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ version: 1, command: 'undo', ...body }, null, 2)}\n`;

/** Nothing was ever written. */
function nothing(pipeline: Pipeline, { pipeline: file }: UndoOptions, context: CommandContext): number {
  const next = `chatferry run ${file}`;
  if (context.json) context.out(json({ exitCode: exitCodes.ok, dry: true, entities: {}, next }));
  else context.out(`${pipeline.name} has brought nothing into the service.\n\n  next  ${next}\n`);
  return exitCodes.ok;
}
