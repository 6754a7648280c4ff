import type { HookMissed } from '../hook-setting.ts';
import type { LiveSession } from '../live-session.ts';

/**
 * Sets our webhooks where they are not there any more; the time without one is a gap. What cannot be set now is said, and tried
 * again later.
 * @returns whether they are there
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function keepHooks(
  alike: LiveSession,
  setHooks: () => Promise<readonly HookMissed[]>,
): Promise<boolean> {
  const { phase, gaps, news } = alike.parts;
  let missed: readonly HookMissed[];
  try {
    missed = await setHooks();
  } catch (error) {
    news.warn(`the webhooks cannot be set now: ${(error as Error).message}`);
    return false;
  }
  for (const { side, from } of missed) {
    const since = Math.max(from ?? 0, Date.parse(phase.now.captureSince));
    const gap = { side, from: since, to: alike.now };
    news.warn(`the webhook of the ${side} side was not there; it is set again`);
    if (await gaps.add(gap)) news.gap(gap);
  }
  return true;
}
