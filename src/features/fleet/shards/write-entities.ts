import type { Plan } from '../../../delivery/plan.ts';
import { onlyRunError, RunError } from '../../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { openPlan } from '../../../pipeline/open-plan.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { planOptions } from '../../../session/connect.ts';
import { consent, consentToNotify } from '../../../session/consent/consent.ts';
import { type Delivery, deliverPlan } from '../../../session/deliver-plan.ts';
import { finishRun } from '../../../session/finish-run.ts';
import { inTracedSession, openSession, type Session } from '../../../session/open-session.ts';
import { type StateWorkplace, stateWorkplace } from '../../../session/workplace/workplace.ts';
import { saveLedgerClaim } from '../../../state/claims.ts';
import { hasBegun } from '../../../state/open-checkpoint.ts';
import { State } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { CommandContext, Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { type CountedStage, countedStage } from './stage-requests.ts';

/** Options of the stages of a run. */
export type StageOptions = {
  /** The pipeline file as typed, for hints. */
  readonly file: string;
  /** Consent to write to a hosted service. */
  readonly yes: boolean;
  /** True if live calls may notify people. */
  readonly allowNotifications: boolean;
  readonly maxDurationMs?: number | undefined;
  readonly strict?: boolean | undefined;
  readonly listeners?: readonly RunListener[] | undefined;
};

/** The state of the pipeline, open with its plan: what a stage that writes to it works with. */
type Opened = Pick<Delivery, 'connection' | 'plan' | 'checkpoint' | 'ledger'> & CountedStage;

/**
 * Writes the entities up to one of them, on the state of the pipeline; those that are done are not written again.
 * @throws RunError those of a run
 */
export async function writeUpTo(
  pipeline: Pipeline,
  entity: EntityName,
  options: StageOptions,
  context: Runtime & Stderr & Questions,
): Promise<void> {
  const step = (await new State(pipeline.stateFolder, context.system.files).store.load())?.steps[entity];
  if (step?.done && !step.doubts?.length) return;
  const last = entityNames.indexOf(entity);
  await onMainState(pipeline, options, context, async (opened) => {
    await using _known = await knownCopies(pipeline, opened.plan, opened.session.system.files);
    const steps = opened.plan.steps.filter((each) => entityNames.indexOf(each.entity.name) <= last);
    const { maxDurationMs, listeners } = options;
    const delivery = { ...opened, plan: { ...opened.plan, steps }, maxDurationMs, listeners };
    const error = await deliverPlan(delivery, context);
    if (error) throw error;
    await saveCounted(delivery);
  });
}

/**
 * Copies the files of all rows; nothing if rows were sent already, with what was known of their files.
 * @throws RunError those of a run, `FILES.*`
 */
export async function copyFirst(
  pipeline: Pipeline,
  options: StageOptions,
  context: Runtime & Stderr & Questions,
): Promise<void> {
  const before = await new State(pipeline.stateFolder, context.system.files).store.load();
  if (before && hasBegun(before)) return;
  await onMainState(pipeline, options, context, async ({ session, plan }) => {
    const copied = await session.copyFiles(plan, { ...options, hasSent: false });
    if (copied?.error) throw copied.error;
  });
}

/** Gives the rows of a plan the addresses of their copies, if the pipeline copies files. */
export async function knownCopies(
  pipeline: Pipeline,
  plan: Plan,
  files: Files,
): Promise<AsyncDisposable | undefined> {
  if (!pipeline.files) return undefined;
  // Loaded for those who copy files.
  const { useKnownCopies } = await import('../../../pipeline/files/known-copies.ts');
  const { kept: state } = new State(pipeline.stateFolder, files);
  return await useKnownCopies({ ...pipeline, state }, plan, files);
}

/** Does work on the state of the pipeline, which is locked and has a checkpoint from then on. */
export async function onMainState<T>(
  pipeline: Pipeline,
  options: StageOptions,
  context: Runtime & Stderr & Questions,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const { plan, nowMs, workplace } = await openMain(pipeline, options, context);
  await using held = workplace;
  const state = new State(pipeline.stateFolder, context.system.files);
  await using session = await openSession(pipeline, state, context, held.lock);
  // Awaited here: what is disposed of on return must outlive the work.
  return await work(await openIn(session, plan, nowMs));
}

/** Writes all entities that are left, and the report of the run. Returns the exit code. */
export async function writeRest(
  pipeline: Pipeline,
  options: StageOptions,
  context: CommandContext,
): Promise<number> {
  const { plan, nowMs, workplace } = await openMain(pipeline, options, context);
  await using held = workplace;
  const state = new State(pipeline.stateFolder, context.system.files);
  const { file, strict = false, maxDurationMs, listeners } = options;
  return await inTracedSession(
    { pipeline, state, lock: held.lock, command: 'run', file },
    context,
    async (session, trace) => {
      const opened = await openIn(session, plan, nowMs);
      // The stage before all others has copied them: this counts them.
      const copied = await session.copyFiles(plan, { ...options, hasSent: true });
      // Not measured: it would be the timeline and the latency of the last stage alone.
      const delivery = { ...opened, copied, maxDurationMs, listeners };
      const error = await deliverPlan(delivery, context);
      const { since, requests } = opened.taken();
      const startedAt = new Date(since);
      const exitCode = await finishRun({ ...delivery, startedAt, requests, error, strict, trace }, context);
      if (!error) await forgetTaken(session, opened);
      return exitCode;
    },
  );
}

/** Opens the sources. The first stage asks for consent. */
async function openMain(
  pipeline: Pipeline,
  { yes, allowNotifications, strict = false, listeners }: StageOptions,
  context: Runtime & Stderr & Questions,
): Promise<{ plan: Plan; nowMs: number; workplace: StateWorkplace }> {
  const { files, clock } = context.system;
  const before = await new State(pipeline.stateFolder, files).store.load();
  const nowMs = before ? Date.parse(before.startedAt) : clock.now();
  if (!before) await consent(pipeline, yes, context);
  await consentToNotify(pipeline, allowNotifications, context);
  await using opened = new AsyncDisposableStack();
  const workplace = opened.use(stateWorkplace(pipeline, context, before === undefined, { listeners }));
  const plan = await openPlan(pipeline, planOptions(pipeline, workplace, nowMs, strict));
  opened.move();
  return { plan, nowMs, workplace };
}

async function openIn(session: Session, plan: Plan, nowMs: number): Promise<Opened> {
  const connection = await session.connect();
  const checkpoint = await session.openCheckpoint(connection, plan, nowMs);
  await session.writeLists(plan, new AbortController().signal);
  const ledger = await session.openLedger(connection);
  if (checkpoint.serial === 0) {
    if (!ledger.isEmpty) checkpoint.known = true;
    // What comes later finds the files as they are now.
    await saveLedgerClaim(session.state.store, checkpoint, ledger);
  }
  return { ...countedStage(session, checkpoint, plan), connection, plan, checkpoint, ledger };
}

/** The report has it: who does the last stage once more has sent nothing. Where it stays, the next report has it again. */
async function forgetTaken({ state }: Session, { checkpoint, ledger }: Opened): Promise<void> {
  delete checkpoint.stages;
  // The run has its result.
  await saveLedgerClaim(state.store, checkpoint, ledger).catch(onlyRunError);
}

/** Ends a stage: its checkpoint says all that it has sent. */
export const saveCounted = ({ session, checkpoint, ledger }: Delivery): Promise<void> =>
  saveLedgerClaim(session.state.store, checkpoint, ledger);

/** The error of a stage whose turn has not come. */
export const tooEarly = (message: string, file: string): RunError =>
  new RunError('RUN.UNFINISHED', message, { hint: `chatferry run ${file}` });
