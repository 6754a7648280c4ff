import type { Plan } from '../../delivery/plan.ts';
import { exitCodes, RunError, usageError } from '../../errors/run-error.ts';
import { isOfDisk } from '../../files/disk-failure.ts';
import { takeLock } from '../../files/lock.ts';
import { writePrivate } from '../../files/private-file.ts';
import { memoryState } from '../../files/state/memory-state.ts';
import { defined } from '../../input/json/defined.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type Selection, selectionFlags } from '../../pipeline/reference.ts';
import { openSelected } from '../../pipeline/selection/open-selected.ts';
import { planSum } from '../../report/result/plan-basis.ts';
import { paceOf, planOptions } from '../../session/connect.ts';
import { readReach } from '../../session/consent/consent.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { openKnownLedger, requireLedger } from '../../state/claims.ts';
import { openKept } from '../../state/open-kept.ts';
import { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { fromHere, printableJson } from '../../terminal/printable.ts';
import { lookForPlan } from '../sync/first-look/first-look.ts';
import { liveWarnings } from './live-warnings.ts';
import { compareWithLedger, examineRows } from './offline-plan.ts';
import { type OnlinePlan, planOnline } from './online-plan.ts';
import { costOf, type PlanDocument } from './plan-document.ts';
import { planText } from './plan-text.ts';
import { planFiles } from './planned-files.ts';
import { unprobed } from './unprobed.ts';

/** Options of `chatferry plan`. */
export type PlanRequest = {
  readonly pipeline: string;
  /**
   * Path to save the plan to.
   * @default `plan.json` in the state folder
   */
  readonly out?: string | undefined;
  /** True if the conversations with new or changed messages are listed. */
  readonly conversations: boolean;
  /** Compares with the service by reading it, instead of with the ledger. */
  readonly online: boolean;
  readonly strict: boolean;
  /**
   * Estimates what reading an old system takes, as long as nothing complete was read from it.
   * @default true
   */
  readonly estimates?: boolean;
  /** The rows to plan for; undefined: all. */
  readonly selection?: Selection | undefined;
};

/**
 * Shows what `run` would do, and saves it to a file: `run --plan` then does exactly this, or reports that the plan is
 * stale. Sends nothing. Returns the exit code.
 * @throws RunError `PULL.NOT_PULLED` where nothing is estimated
 */
export async function plan(options: PlanRequest, outside: Runtime & Stdout & Stderr): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { files, clock } = context.system;
  const madeAt = new Date(clock.now());
  const { selection } = options;
  if (selection) refuseCombination(options, selection);
  await using workplace = temporaryWorkplace(context);
  const opening = planOptions(pipeline, workplace, madeAt.getTime(), options.strict);
  const rows = await (selection
    ? openSelected(pipeline, selection, opening, context.signal)
    : openPlan(pipeline, opening)
  ).catch(options.estimates === false ? undefined : notPulled);
  if (rows === undefined) return await planPull(pipeline, options, context);
  const state = new State(pipeline.stateFolder, files);
  const { paths } = state;
  await state.make();
  await using _lock = await takeLock(paths.lock, context.commandLine, context.system);
  if (options.online) {
    const document = await planOnline(pipeline, rows, paths, madeAt, context);
    const step = document.isLedgerLost ? 'state repair' : 'run';
    show(document, `chatferry ${step} ${options.pipeline}`, context);
    return exitCodes.ok;
  }
  const document = await planOffline(pipeline, rows, state, madeAt, options, context);
  if (selection) {
    show(document, `chatferry run ${options.pipeline} ${selectionFlags(selection)}`, context);
    return exitCodes.ok;
  }
  const saved = options.out ?? paths.plan;
  await save(files, saved, document);
  show(document, nextStep(document, options.pipeline, saved), context);
  return exitCodes.ok;
}

/** For `catch`: undefined as long as nothing complete was read from an old system. */
function notPulled(error: unknown): undefined {
  if (!(error instanceof RunError) || error.code !== 'PULL.NOT_PULLED') throw error;
}

/** Shows what reading an old system takes, because there are no rows before that. Saves no plan. */
async function planPull(
  pipeline: Pipeline,
  { pipeline: file }: PlanRequest,
  context: Runtime & Stdout,
): Promise<number> {
  const { estimatePull, pullEstimateText } = await import('./pull-estimate.ts');
  const next = `chatferry ${pipeline.target === undefined ? 'validate' : 'run'} ${file}`;
  const estimate = await estimatePull(
    pipeline,
    pipeline.pull as NonNullable<Pipeline['pull']>,
    next,
    context,
  );
  if (context.json) context.out(printableJson(estimate));
  else if (!context.quiet)
    context.out(pullEstimateText(estimate, { style: context.style, columns: context.width }));
  return exitCodes.ok;
}

/** @throws RunError `USAGE.INVALID` for options that mean nothing together */
function refuseCombination({ out, online, pipeline }: PlanRequest, selection: Selection): void {
  const without = out !== undefined ? '--out' : online ? '--online' : undefined;
  if (without === undefined) return;
  const flags = selectionFlags(selection);
  throw usageError(`${without} has no use with ${flags}: it is about all rows`, {
    hint: `chatferry plan ${pipeline} ${flags}`,
  });
}

async function planOffline(
  pipeline: Pipeline,
  rows: Plan,
  state: State,
  madeAt: Date,
  { conversations, selection }: PlanRequest,
  context: Runtime & Stderr,
): Promise<PlanDocument> {
  const { signal, system } = context;
  // A plan of a first sync creates the ledger: `run --plan` must find the ledger that the plan was made with.
  const checkpoint = await state.store.load();
  const mustExist = pipeline.sync || (await hasLedger(state.ledger, system.files));
  if (!mustExist) await requireLedger(state.ledger, [checkpoint], system.files);
  using ledger = mustExist
    ? await openKnownLedger(state.ledger, [checkpoint], system)
    : new Ledger({ ...state.ledger, state: memoryState(), index: ':memory:' }, system);
  const basis = await state.basisOf({ pipeline, plan: rows, ledger }, signal);
  const isFirst = pipeline.sync !== undefined && ledger.isEmpty && selection === undefined;
  const first = isFirst ? await lookForPlan(pipeline, rows, state.paths.sandbox, context) : undefined;
  const { live, ...found } =
    pipeline.sync || !ledger.isEmpty
      ? await compareWithLedger(pipeline, rows, ledger, state, {
          conversations,
          signal,
          isWhole: selection === undefined,
          files: system.files,
          ...(first ? { look: first.look } : {}),
        })
      : await examineRows(pipeline, rows, signal);
  const fileAddresses = await planFiles(pipeline, rows, false, context);
  const entities = isFirst ? await withReceipts(found.entities, pipeline, rows, signal) : found.entities;
  const document: PlanDocument = {
    version: 1,
    command: 'plan',
    pipeline: pipeline.name,
    madeAt: madeAt.toISOString(),
    ...found,
    entities,
    ...defined({ fileAddresses }),
    ...(pipeline.sync ? { onMissing: pipeline.sync.onMissing ?? 'keep' } : {}),
    cost: costOf(entities, paceOf(pipeline), live),
    basis,
    warnings: [
      ...(first?.warnings ?? []),
      ...found.warnings,
      ...lostTimes({ entities }),
      ...(await notificationWarning(pipeline, context)),
      ...liveWarnings(pipeline),
      ...unprobed(pipeline, state, system.files),
    ],
  };
  return { ...document, sha256: planSum(document) };
}

/**
 * The rows of a first sync with its receipts as a dry run judges them: whether there is a message that they mark is known
 * once all messages are read, and no ledger says it.
 */
async function withReceipts(
  entities: PlanDocument['entities'],
  pipeline: Pipeline,
  rows: Plan,
  signal: AbortSignal,
): Promise<PlanDocument['entities']> {
  if (!rows.steps.some(({ entity }) => entity.name === 'receipts')) return entities;
  const { receipts } = (await examineRows(pipeline, rows, signal)).entities;
  return receipts ? { ...entities, receipts } : entities;
}

/** Values that receipts lose. */
function lostTimes({ entities: { receipts } }: Pick<PlanDocument, 'entities'>): readonly string[] {
  if (!receipts || receipts.new + receipts.changed === 0) return [];
  return ['receipts get the time of the run; readAt and deliveredAt only decide which messages are marked'];
}

/** The users that the live calls of the run would reach; nothing where it makes none. */
async function notificationWarning(
  pipeline: Pipeline,
  context: Runtime & Stderr,
): Promise<readonly string[]> {
  const reach = await readReach(pipeline, context);
  return reach?.mayNotify ? [reach.text] : [];
}

function show(document: PlanDocument | OnlinePlan, next: string, context: Stdout): void {
  if (context.json) context.out(printableJson(document));
  else if (!context.quiet)
    context.out(planText(document, next, { style: context.style, columns: context.width }));
}

async function save(files: Files, path: string, document: PlanDocument): Promise<void> {
  try {
    await writePrivate(files, path, printableJson(document));
  } catch (error) {
    // A folder that is not there, or may not be written, is a mistake in the command line; a full disk is none.
    if (error instanceof RunError && isOfDisk(error.cause)) throw error;
    throw usageError(`the plan cannot be written to ${path}: ${(error as Error).message}`);
  }
}

function nextStep({ guard, id, cost, entities }: PlanDocument, file: string, saved: string): string {
  if (guard) return `if this is right:  chatferry run ${file} --confirm ${id}`;
  if (cost.batches + cost.single === 0 && Object.values(entities).every(({ refused }) => refused === 0))
    return 'nothing is left to do';
  return `chatferry run ${file} --plan ${fromHere(saved)}`;
}
