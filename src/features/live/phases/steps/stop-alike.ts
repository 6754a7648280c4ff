import { exitCodes } from '../../../../errors/run-error.ts';
import { currentLock } from '../../../../files/current-lock.ts';
import { amount } from '../../../../terminal/printable.ts';
import { receiverLockOf } from '../../receive/receiver-state.ts';
import type { LiveSession } from '../live-session.ts';
import { thawAtEnd } from './freeze.ts';

/** Result of a stop. */
export type Stopped = { readonly exitCode: number; readonly notices: readonly string[] };

/**
 * Ends it: takes no more events, waits until nothing waits but what is behind dead events, and removes our webhooks.
 * @param removeHooks returns sentences about webhooks that stay
 * @param signal ends the wait; it continues when the pipeline is kept alike again
 * @throws RunError `STATE.UNWRITABLE`; the reason of the signal
 */
export async function stopAlike(
  alike: LiveSession,
  removeHooks: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<Stopped> {
  const { receiver, context, times, phase, sides } = alike.parts;
  await phase.note({ isStopping: true });
  const notices = [...(await removeHooks())];
  await receiver.end();
  const elsewhere = await otherReceiver(alike);
  while (alike.lanes && alike.waiting > 0) await context.system.clock.sleep(times.passEveryMs, signal);
  if (phase.now.phase === 'switched' && phase.now.isFrozen)
    notices.push(`${sides.old.name} stays frozen: people cannot write there`);
  else await thawAtEnd(alike);
  if (alike.held > 0)
    notices.push(
      `${amount(alike.held, 'event')} behind dead ones of their conversations ${alike.held === 1 ? 'was' : 'were'} not written`,
    );
  await alike.enter('stopped');
  await alike.count(true);
  return { exitCode: deadExitCode(alike), notices: [...notices, ...elsewhere] };
}

/** A sentence about another process that receives events; it sees that the pipeline is stopped. */
export async function otherReceiver({ parts: { context, state } }: LiveSession): Promise<readonly string[]> {
  const holder = (await currentLock(receiverLockOf(state.paths.folder), context.system))?.holder;
  return holder
    ? [`process ${holder.pid} on ${holder.host} receives events; it ends by itself, as none come any more`]
    : [];
}

/** The exit code of work that has ended: 4 if events could not be written. */
export function deadExitCode(alike: LiveSession): number {
  const { forward, back } = alike.document();
  return forward.dead + (back?.dead ?? 0) > 0 ? exitCodes.rejected : exitCodes.ok;
}
