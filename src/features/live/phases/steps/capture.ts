import type { LiveSession } from '../live-session.ts';

/** Options of the first phases. */
export type CaptureOptions = {
  /** True if nobody waits for a first event. */
  readonly unproven: boolean;
};

const NONE: ReadonlySet<number> = new Set();

/**
 * Waits until one genuine event of each side came in: this proves the secrets and the way.
 * @param stop ends the wait
 * @returns whether that is proven, or need not be
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function capture(
  alike: LiveSession,
  { unproven }: CaptureOptions,
  stop: AbortSignal,
): Promise<boolean> {
  const { phase, inbox, context, news, times } = alike.parts;
  let isSaid = false;
  while (!stop.aborted) {
    for (const side of alike.heard) {
      if (phase.now.proven[side] !== undefined) continue;
      const [first] = await inbox.take(side, 1, NONE);
      if (!first) continue;
      const at = new Date(first.receivedAt).toISOString();
      await phase.note({ proven: { ...phase.now.proven, [side]: at } });
      news.say(`${side} side: a genuine event came in`);
    }
    await alike.count();
    const awaited = alike.heard.filter((side) => phase.now.proven[side] === undefined);
    if (awaited.length === 0 || unproven) return true;
    if (phase.now.awaited?.join() !== awaited.join()) await phase.note({ awaited });
    if (!isSaid)
      news.say(
        `waits for an event of the ${awaited.join(' and the ')} side, such as a message there; without it:  --unproven`,
      );
    isSaid = true;
    await context.system.clock.sleep(times.passEveryMs, stop).catch(() => {});
  }
  return false;
}
