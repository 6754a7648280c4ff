import { RunError } from '../../../errors/run-error.ts';
import { openKept } from '../../../state/open-kept.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { printable, printableJson } from '../../../terminal/printable.ts';
import { requireLive } from '../sides/open-sides.ts';
import { LIVE_TIMES, type LiveTimes } from './alike.ts';
import { liveProcess } from './live-process.ts';
import { liveText } from './live-text.ts';
import { LiveNews } from './news.ts';
import { readPhase } from './phase-document.ts';
import { askedOrHere, type LiveAnswer, type LiveWish } from './requests.ts';

/** Options of a command that wishes something of the deliverer. */
export type WishOptions = {
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
export async function wished(options: WishOptions, context: CommandContext): Promise<number> {
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
    const { name } = answer;
    context.out(
      printableJson({ version: 1, command: `live ${wish.what}`, pipeline: name, exitCode, ...more }),
    );
    return exitCode;
  }
  for (const notice of notices) context.err(`! ${printable(notice)}\n`);
  if (retried !== undefined && !context.quiet) context.err(`${retried} read again\n`);
  if (!context.quiet) context.out(liveText({ name: answer.name, ...live }, file, context));
  if (error) {
    const { message, hint, code } = error;
    throw new RunError(code as RunError['code'], message, { hint });
  }
  return exitCode;
}

async function answerOf(
  { pipeline: file, wish, receives, allowNotifications, times = LIVE_TIMES }: WishOptions,
  outside: CommandContext,
): Promise<LiveAnswer & { readonly name: string }> {
  await using kept = await openKept(file, outside);
  const { state, context } = kept;
  const { name } = requireLive(kept.pipeline);
  const phase = readPhase(state.kept)?.phase;
  if (phase === undefined || phase === 'stopped')
    throw new RunError('LIVE.PHASE', 'the systems of this pipeline are not kept alike', {
      hint: `chatferry live ${file}`,
    });
  const answer = await askedOrHere(state, wish, context, (lock) => {
    const news = new LiveNews(context, [], () => {});
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
  return { ...answer, name };
}
