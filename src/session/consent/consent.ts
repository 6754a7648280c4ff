import { RunError, usageError } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Questions, Runtime, Stderr } from '../../terminal/context.ts';
import type { reachFinding } from './silence.ts';

/**
 * Checks that the pipeline has a target.
 * @param purpose completes "no target to …" in the message
 * @throws RunError `CONFIG.TARGET_MISSING`
 */
export function requireTarget({ target, file }: Pipeline, purpose = 'run against'): void {
  if (!target)
    throw new RunError('CONFIG.TARGET_MISSING', `the pipeline has no target to ${purpose}`, {
      where: { file },
    });
}

/**
 * Asks for confirmation before a hosted service is written to, unless `yes` is set.
 * @param show says what would be written; only called if a person is asked
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED`
 */
export async function consent(
  { target }: Pipeline,
  yes: boolean,
  { ask, err }: Pick<Stderr, 'err'> & Questions,
  show?: () => Promise<string>,
): Promise<void> {
  if (typeof target !== 'object' || yes) return;
  const name = target.appId ?? new URL(target.baseUrl).host;
  if (ask && show) err(await show());
  await confirmed(ask, {
    question: `  This writes to ${target.baseUrl}.\n  Type ${name} to start: `,
    answer: name,
    without: `writing to ${target.baseUrl} without a terminal needs --yes`,
    hint: 'run the same command with --yes',
    declined: 'not confirmed, nothing was sent',
  });
}

/** A question before what a command cannot take back. */
type Confirmation = {
  readonly question: string;
  /** The answer that consents. */
  readonly answer: string;
  /** The message where nobody can be asked, and its hint. */
  readonly without: string;
  readonly hint: string;
  /** The message after any other answer. */
  readonly declined: string;
};

/**
 * Asks a person to type an answer.
 * @param ask undefined if nobody can be asked
 * @throws RunError `USAGE.INVALID`, `RUN.DECLINED`
 */
export async function confirmed(
  ask: Questions['ask'],
  { question, answer, without, hint, declined }: Confirmation,
): Promise<void> {
  if (!ask) throw usageError(without, { hint, missingFlags: ['--yes'] });
  if ((await ask(question)).trim() !== answer) throw new RunError('RUN.DECLINED', declined);
}

/** True if a pipeline sends messages, reactions, receipts or bans to a service of real people by live calls, as an app would. */
function writesLive({ target, sources, policies }: Pipeline): boolean {
  if (typeof target !== 'object') return false;
  const sends = target.api === 'rest' || policies.threads === 'write';
  return (
    (sends && sources.messages !== undefined) ||
    (policies.reactions === 'write' && sources.reactions !== undefined) ||
    sources.receipts !== undefined ||
    sources.bans !== undefined
  );
}

/**
 * Reads whether the live calls of a pipeline may notify people, as a sentence; undefined if it makes none.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export async function readReach(
  pipeline: Pipeline,
  context: Runtime & Stderr,
): Promise<ReturnType<typeof reachFinding> | undefined> {
  if (!writesLive(pipeline)) return undefined;
  // Loaded for those who need it.
  const silence = await import('./silence.ts');
  return silence.reachFinding(await silence.reachOf(pipeline, context));
}

/**
 * Before a run of live calls: checks that they notify nobody, unless that is allowed.
 * @throws RunError `NOTIFICATIONS.ON`
 */
export async function consentToNotify(
  pipeline: Pipeline,
  isAllowed: boolean,
  context: Runtime & Stderr,
): Promise<void> {
  if (isAllowed || !writesLive(pipeline)) return;
  // Loaded for those who need it.
  await (await import('./silence.ts')).requireSilence(pipeline, context);
}
