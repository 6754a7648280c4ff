import { join } from 'node:path';
import type { RemovalResult } from '../../delivery/removal/removal-account.ts';
import type { RemovalRow } from '../../delivery/removal/remove-row.ts';
import { type RemovalEvent, removalChange, removeRows } from '../../delivery/removal/remove-rows.ts';
import { exitCodes } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { COPIES_LOG } from '../../pipeline/state-place.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { isOlder } from '../../service/targets/change/is-older.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import { requireTarget } from '../../session/consent/consent.ts';
import type { FinishedRun } from '../../session/finish-run.ts';
import { requireLedger } from '../../state/claims.ts';
import { openKept } from '../../state/open-kept.ts';
import type { State } from '../../state/state.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { CommandContext, Questions, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { amount, cut, duration, grouped, printable, sizeText } from '../../terminal/printable.ts';
import { creationDeps, openUndo, type UndoOptions, type UndoSession } from './open-undo.ts';
import { type PutBackEvent, putBackRows } from './put-back-rows.ts';
import { showUndoPlan, showUndoResult, type UndoResult, undoJson, undoReport } from './show-undo.ts';
import { forgetFiles, removeFiles } from './undo-files.ts';
import { hasWork, planUndo, type UndoPlan, workOf } from './undo-plan.ts';
import { UndoRows } from './undo-rows.ts';
import { hasUsers, hasWritten } from './used-by-others.ts';

/** Removes the rows that a pipeline created in the service, and puts back what it changed in others; without the printed id, only shows them. Returns the exit code. */
export async function undo(options: UndoOptions, outside: CommandContext): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, state, context } = kept;
  requireTarget(pipeline);
  const { ledger } = state;
  await requireLedger(ledger, [await state.store.load()], context.system.files);
  const { files } = context.system;
  await warnOfCopies(pipeline, state, options, context);
  if (!(await hasLedger(ledger, files)) && !(await hasCopies(pipeline, files)))
    return nothing(pipeline, options, context);
  await using session = await openUndo(options, pipeline, state, context);
  const rows = new UndoRows(session.ledger);
  const plan = await planUndo(rows, session);
  // An undo that was ended when all was done.
  if (!hasWork(plan) && session.former.exists) await end(session);
  if (!hasWork(plan)) await forgetFiles(session);
  const scope = rows.scope(options.includeUsed, session.former);
  let id = confirmedId(plan, scope, session);
  if (id === undefined) {
    const exitCode = showUndoPlan(plan, session, context);
    if (options.confirm !== undefined || !(await isTyped(plan, context))) return exitCode;
    id = plan.id;
  }
  session.ledger.removal = { id, scope };
  const what = { command: 'undo', file: options.pipeline } as const;
  return await session.traced(what, (trace) => carryOut(plan, rows, session, trace, context));
}

/** The given id, if it is that of the current plan, or of a removal that has begun and is not finished. */
function confirmedId(plan: UndoPlan, scope: string, { options, ledger }: UndoSession): string | undefined {
  const { removal } = ledger;
  const valid = [plan.id, ...(removal?.scope === scope ? [removal.id] : [])];
  return hasWork(plan) ? valid.find((id) => id === options.confirm) : undefined;
}

/** On a terminal, asks the user to type the id; any other answer removes nothing. */
async function isTyped(plan: UndoPlan, { ask, json }: Pick<Stdout, 'json'> & Questions): Promise<boolean> {
  if (!ask || json || !hasWork(plan)) return false;
  return (await ask(`  Type ${plan.id} to do this now: `)).trim() === plan.id;
}

async function carryOut(
  plan: UndoPlan,
  rows: UndoRows,
  session: UndoSession,
  trace: FinishedRun['trace'],
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const startedAt = new Date(session.system.clock.now());
  const { pipeline, state, connection, requests, ledger, log } = session;
  await ledger.sync();
  // From the first removal on, the checkpoint is no longer true.
  await state.clear();
  log({ type: 'undo.started', pipeline: pipeline.name, target: connection.shown, counts: plan.counts });
  using progress = removalProgress(workOf(plan), context);
  session.listen((event) => {
    progress.observe(event);
    requests.observe(event);
  });
  const observe = (event: RemovalEvent): void => {
    progress.observe(event);
    trace.changes.add(removalChange(event, 'delete'));
  };
  const observePutBack = (event: PutBackEvent): void => {
    progress.observe(event);
    const { entity, key, fields } = event;
    if (fields.length > 0) trace.changes.add([{ entity, key, action: 'updated', fields }]);
  };
  const work = async (): Promise<UndoResult> => {
    // First, because a group may have got one of our users as its owner.
    const putBack = await putBackRows(session.former, session, observePutBack);
    const removed = await remove(rows, observe, session);
    // What could not be removed still names its files: the next undo, which removes it, removes them.
    if (failedIn(removed.counts) || failedIn(putBack.counts)) return { ...removed, putBack };
    return { ...removed, putBack, files: await removeFiles(session, putBack.left.count > 0, context) };
  };
  const result = await work().catch((error: unknown) => {
    // After a stop its reason is what the user needs, not the error of a request that it has ended.
    throw session.signal.aborted ? session.signal.reason : error;
  });
  log({ type: 'undo.finished', counts: result.counts, putBack: result.putBack.counts });
  const hasFailed = failedIn(result.counts) || failedIn(result.putBack.counts);
  if (!hasFailed) await end(session);
  progress[Symbol.dispose]();
  const report = undoReport({ result, hasFailed, session, startedAt }, context);
  const unwritten = (await state.writeTokens(ledger)) ?? (await trace.keep(trace.completed(report)));
  if (unwritten) context.err(errorBlock(unwritten, context));
  return showUndoResult(result, hasFailed, session, context);
}

/** True if files were copied that an undo removes. */
async function hasCopies({ files, stateFolder }: Pipeline, all: Files): Promise<boolean> {
  return files !== undefined && (await import('../../session/kept-copies.ts')).hasCopies(stateFolder, all);
}

/** Says that copies stay where the pipeline does not say any more where they are. */
async function warnOfCopies(
  { files, stateFolder }: Pipeline,
  state: State,
  { pipeline }: UndoOptions,
  { system, err, quiet }: Runtime & Stderr,
): Promise<void> {
  if (files || quiet || !system.files.existsSync(join(stateFolder, COPIES_LOG))) return;
  const { countCopies } = await import('../../session/kept-copies.ts');
  const { objects, bytes } = await countCopies(state, system.files);
  if (objects === 0) return;
  const copies = `${amount(objects, 'copy', 'copies')} of files (${sizeText(bytes)})`;
  err(
    `warning: ${copies} ${objects === 1 ? 'stays' : 'stay'}, because the pipeline has no  files:  any more. To remove them, add it again as it was, then  chatferry undo ${printable(pipeline)}\n`,
  );
}

/** Nothing is left to be confirmed again: until then, what was kept is part of what the id stands for. */
async function end({ ledger, former }: UndoSession): Promise<void> {
  ledger.removal = undefined;
  await ledger.sync();
  await former.end();
}

const failedIn = (counts: Readonly<Record<string, { readonly failed: number }>>): boolean =>
  Object.values(counts).some(({ failed }) => failed > 0);

function remove(
  rows: UndoRows,
  observe: (event: RemovalEvent) => void,
  session: UndoSession,
): Promise<RemovalResult> {
  const { options, pipeline, ledger, transport, signal, system } = session;
  const mayRemove = async ({ entity, entry }: RemovalRow): Promise<boolean> => {
    // A service may list no users of a role that is gone: removing it tells.
    if (entity === 'roles')
      return options.includeUsed || !(await hasUsers(entry.key, session).catch(() => false));
    if (entity !== 'users') return true;
    if (await isOlder('users', entry, creationDeps(session))) return false;
    return (
      options.includeUsed || !(rows.others.needUser(entry.key) || (await hasWritten(entry.key, session)))
    );
  };
  return removeRows(rows, {
    ledger,
    transport,
    concurrency: pipeline.limits.concurrency,
    signal,
    system,
    how: 'delete',
    since: ledger.times.begunAt,
    leaving: rows.leaving,
    mayRemove,
    observe,
  });
}

/** Reports that nothing was ever written. */
function nothing(pipeline: Pipeline, { pipeline: file }: UndoOptions, context: Stdout): number {
  const next = `chatferry run ${file}`;
  if (context.json) context.out(undoJson({ exitCode: exitCodes.ok, dry: true, entities: {}, next }));
  else context.out(`${pipeline.name} has created nothing in the service.\n\n  next  ${next}\n`);
  return exitCodes.ok;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/** Shows the progress of a removal: redraws one line on a terminal, writes a line every 30 seconds elsewhere. */
function removalProgress(
  total: number,
  { err, live, quiet, columns, signal, system: { clock } }: Runtime & Stderr,
): Disposable & { observe(event: RemovalEvent | PutBackEvent | TransportEvent): void } {
  const startedAt = clock.elapsed();
  const counts = { done: 0, failed: 0, retried: 0 };
  let pausedUntil = 0;
  let entity: EntityName | undefined;
  let isDrawn = false;
  const isLive = live && !quiet;
  const write = (text: string): void => (quiet ? undefined : err(text));
  const line = (): string => {
    const now = clock.elapsed();
    const { done, failed, retried } = counts;
    const leftMs = done > 0 ? ((now - startedAt) / done) * Math.max(0, total - done) : 0;
    return [
      `${entity}  ${grouped(done)} of ${grouped(total)} rows`,
      ...(leftMs > 1_000 ? [`${duration(leftMs)} left`] : []),
      ...(failed > 0 ? [`${grouped(failed)} failed`] : []),
      ...(retried > 0 ? [`retried ${grouped(retried)}`] : []),
      ...(pausedUntil > now ? [`waiting for the rate limit, ${duration(pausedUntil - now)}`] : []),
    ].join(' · ');
  };
  const draw = (): void => {
    if (entity === undefined) return;
    write(
      isLive
        ? `${isDrawn ? '\u001b[1A\u001b[J' : ''}  ${cut(line(), columns() - 3)}\n`
        : stamped(clock, line()),
    );
    isDrawn = true;
  };
  const timer = clock.every(isLive ? LIVE_EVERY_MS : PLAIN_EVERY_MS, draw);
  const printedOver = (): void => {
    isDrawn = false;
  };
  signal.addEventListener('abort', printedOver, { once: true });
  return {
    observe(event) {
      if (event.type === 'removal' || event.type === 'putBack') {
        ({ entity } = event);
        counts.done++;
        if (event.type === 'removal' ? event.outcome === 'failed' : event.isFailed) counts.failed++;
      } else if (event.type === 'retried') {
        counts.retried++;
        if (!isLive && !event.throttled && counts.retried === 1)
          write(stamped(clock, `trouble: ${printable(event.reason)}`));
      } else if (event.type === 'silent') write(stamped(clock, `trouble: ${printable(event.reason)}`));
      else if (event.type === 'held') pausedUntil = clock.elapsed() + event.forMs;
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      signal.removeEventListener('abort', printedOver);
      if (isLive) draw();
    },
  };
}

const stamped = (clock: Clock, text: string): string => `${new Date(clock.now()).toISOString()} ${text}\n`;
