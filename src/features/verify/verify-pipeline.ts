import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { exitCodes } from '../../errors/run-error.ts';
import { takeLock } from '../../files/lock.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { hasRejects } from '../../report/result/report.ts';
import { connect, planOptions } from '../../session/connect.ts';
import { requireTarget } from '../../session/consent/consent.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { openKept } from '../../state/open-kept.ts';
import { isDone } from '../../state/state.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { fromHere, printable, printableJson } from '../../terminal/printable.ts';
import { pendingOf, type VerificationReport } from './result/verification-report.ts';
import { verificationSummary } from './result/verification-summary.ts';
import { type VerifySession, verify } from './verify.ts';

/** Options of `chatferry verify`. */
export type VerifyRequest = VerifySession['options'] & { readonly pipeline: string };

/**
 * Reads the rows of a pipeline back from the service, compares them with the sources in both directions and prints the
 * result. Sends only reads.
 * @returns the exit code
 * @throws RunError `CONFIG.TARGET_MISSING` without a target; `STATE.LOCKED` if another run uses the sandbox
 */
export async function verifyPipeline(
  options: VerifyRequest,
  outside: Runtime & Stdout & Stderr,
): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, state, context } = kept;
  const startedAt = new Date(context.system.clock.now());
  requireTarget(pipeline, 'compare with');
  const { paths } = state;
  const checkpoint = await state.store.load();
  // The age of a row is relative to the start of the run, as in the run itself.
  const nowMs = checkpoint ? Date.parse(checkpoint.startedAt) : startedAt.getTime();
  await using workplace = temporaryWorkplace(context);
  const plan = await openPlan(pipeline, planOptions(pipeline, workplace, nowMs));
  await state.make();
  await using stack = new AsyncDisposableStack();
  // The data of a sandbox belongs to one process at a time; a hosted service may be read while a run writes.
  if (pipeline.target === 'sandbox')
    stack.use(await takeLock(paths.lock, context.commandLine, context.system));
  const connection = stack.use(await connect(pipeline, paths.sandbox, context));
  const lock = pipeline.target === 'sandbox' ? undefined : { command: context.commandLine };
  const session = { options, pipeline, plan, paths, connection, checkpoint, lock, startedAt };
  const report = await verify(session, context);
  if (context.json) context.out(printableJson(report));
  else if (!context.quiet || report.exitCode !== 0)
    context.out(
      verificationSummary(report, {
        style: context.style,
        columns: context.width,
        next: nextStep(report, options.pipeline, checkpoint),
      }),
    );
  return report.exitCode;
}

function nextStep(
  { exitCode, differences, files, acknowledged, entities, fileCopies }: VerificationReport,
  file: string,
  checkpoint: Checkpoint | undefined,
): string {
  if (exitCode === exitCodes.ok) return `nothing is left to do; again at any time:  chatferry verify ${file}`;
  if (acknowledged.isUndoing) return `chatferry undo ${file}`;
  if (acknowledged.record === 'inUse') return `after the other process has ended:  chatferry verify ${file}`;
  if (acknowledged.record === 'lost') return `chatferry state repair ${file}`;
  const marks = new Set(differences.map(({ mark }) => mark));
  if (marks.has('!')) return `chatferry doctor ${file}`;
  const kinds = new Set(fileCopies?.differences.map(({ what }) => what));
  if (kinds.has('unread')) return `chatferry doctor ${file} --files`;
  if (fileCopies?.next !== undefined) return fileCopies.next;
  if (kinds.has('notPublic')) return `chatferry doctor ${file} --files`;
  const isStopped = marks.has('+') && !(checkpoint && isDone(checkpoint));
  if (isStopped || pendingOf(entities) > 0 || kinds.has('notCopied')) return `chatferry run ${file}`;
  if (marks.has('+') && checkpoint && hasRejects(checkpoint.steps)) return `chatferry rejects ${file}`;
  return `all differences, one per line: ${printable(fromHere(files.differences))}`;
}
