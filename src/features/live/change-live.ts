import { RunError, usageError } from '../../errors/run-error.ts';
import { openKept } from '../../state/open-kept.ts';
import { duration, printable, printableJson } from '../../terminal/printable.ts';
import { inboxPlaceOf } from './inbox/inbox-place.ts';
import { delivererOf } from './phases/documents/deliverer.ts';
import { readPhase } from './phases/documents/phase-document.ts';
import { askedOrHere, type LiveAnswer, type LiveWish } from './phases/documents/requests.ts';
import { liveProcess } from './phases/live-process.ts';
import { LIVE_TIMES, type LiveContext, type LiveTimes } from './phases/live-session.ts';
import { liveText } from './phases/live-text.ts';
import { LiveNews, NOBODY } from './phases/news.ts';
import { openSharedDocuments } from './shared/open-shared-documents.ts';
import { requireLive } from './sides/open-sides.ts';

/** Options of a command that wishes something of the deliverer. */
type WishOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  readonly wish: LiveWish;
  /** True if what is asked for needs events, where no process delivers. */
  readonly receives: boolean;
  readonly allowNotifications: boolean;
  readonly times?: LiveTimes | undefined;
};

/**
 * Lets the deliverer do something, or does it here, and prints what became of it. Returns the exit code.
 * @throws RunError `LIVE.PHASE`, `STATE.LOCKED`; with `--json` what ended it, too
 */
async function wished(options: WishOptions, context: LiveContext): Promise<number> {
  const { pipeline: file, wish } = options;
  const answer = await answerOf(options, context);
  const { exitCode, error, live, retried, notices = [] } = answer;
  if (context.json) {
    const more = {
      ...(retried === undefined ? {} : { retried }),
      ...(error ? { error } : {}),
      notices,
      live,
    };
    context.out(
      printableJson({ version: 1, command: `live ${wish.what}`, pipeline: answer.name, exitCode, ...more }),
    );
    return exitCode;
  }
  for (const notice of notices) context.err(`! ${printable(notice)}\n`);
  if (retried !== undefined && !context.quiet) context.err(`${retried} read again\n`);
  const { name, isDelivered } = answer;
  if (!context.quiet && error?.code !== 'LIVE.PHASE')
    context.out(liveText({ name, isDelivered, ...live }, file, context));
  if (error) {
    const { message, hint, code } = error;
    throw new RunError(code as RunError['code'], message, { hint });
  }
  return exitCode;
}

async function answerOf(
  { pipeline: file, wish, receives, allowNotifications, times = LIVE_TIMES }: WishOptions,
  outside: LiveContext,
): Promise<LiveAnswer & { readonly name: string; readonly isDelivered: boolean }> {
  await using kept = await openKept(file, outside);
  const { state, context } = kept;
  const { name } = requireLive(kept.pipeline);
  await using shared = await openSharedDocuments(inboxPlaceOf(kept.pipeline), context.system);
  const phase = readPhase(state.kept)?.phase;
  if (phase === undefined || phase === 'stopped')
    throw new RunError('LIVE.PHASE', 'the systems of this pipeline are not kept alike', {
      hint: `chatferry live ${file}`,
    });
  if (wish.what === 'switch' && !wish.back && phase === 'live' && !context.json && !context.quiet)
    context.err(`waits until the old system is silent for ${duration(times.silenceMs)}\n`);
  const answer = await askedOrHere({ state, shared }, wish, context, (lock) => {
    const news = new LiveNews(context, NOBODY);
    return liveProcess(
      {
        file,
        wish,
        lock,
        receives,
        allowNotifications,
        times,
        news,
        yes: true,
        unproven: true,
        listener: { everyMs: 1_000, observe: () => {} },
      },
      context,
    );
  });
  return { ...answer, name, isDelivered: (await delivererOf(state, context.system)) !== undefined };
}

/** Options of `chatferry live switch`. */
export type LiveSwitchOptions = Pick<WishOptions, 'pipeline' | 'allowNotifications' | 'times'> & {
  /** Keeps people from writing on the old side, where that can be done. */
  readonly freeze: boolean;
  /** Turns round after a switch. */
  readonly back: boolean;
  /** Milliseconds until it gives up. */
  readonly withinMs?: number | undefined;
};

const WITHIN_MS = 600_000;

/**
 * Moves people over: waits until the old side is silent and nothing waits, and compares what they touched. Returns the exit
 * code: 0 if they have moved, 5 if something differs, 7 if it was not silent in time.
 * @throws RunError `LIVE.*`, `STATE.*`
 */
export const liveSwitch = (
  { pipeline, freeze, back, withinMs = WITHIN_MS, allowNotifications, times }: LiveSwitchOptions,
  context: LiveContext,
): Promise<number> => {
  const wish = { what: 'switch', freeze, back, withinMs } as const;
  return wished({ pipeline, wish, receives: true, allowNotifications, times }, context);
};

/**
 * Ends it: takes no more events, writes those that wait, and removes our webhooks. Returns the exit code: 0, or 4 if events could
 * not be written.
 * @throws RunError `LIVE.*`, `STATE.*`
 */
export const liveStop = (
  { pipeline }: { readonly pipeline: string },
  context: LiveContext,
): Promise<number> =>
  wished({ pipeline, wish: { what: 'stop' }, receives: false, allowNotifications: false }, context);

/** Options of `chatferry live retry`. */
export type LiveRetryOptions = {
  readonly pipeline: string;
  /** Only events with this code. */
  readonly code?: string | undefined;
  readonly allowNotifications: boolean;
};

/**
 * Reads events again that could not be written. Returns the exit code: 0, or 4 if some still cannot.
 * @throws RunError `LIVE.*`, `STATE.*`
 */
export const liveRetry = async (
  { pipeline, code, allowNotifications }: LiveRetryOptions,
  context: LiveContext,
): Promise<number> => {
  if (code !== undefined && !/^[A-Z]\w*\.[A-Z]\w*$/.test(code))
    throw usageError(`--code needs the code of an error, such as LIVE.REFUSED; got "${code}"`, {
      hint: `chatferry live status ${pipeline}  shows those that there are`,
    });
  return wished({ pipeline, wish: { what: 'retry', code }, receives: false, allowNotifications }, context);
};
