import type { OurHooks } from '../hook-setting.ts';
import type { LiveSession } from '../live-session.ts';

/**
 * Sets our webhooks where they are not there any more; the time without one is a gap, and so is that in which the side did not
 * answer. What cannot be set now is said, and tried again later.
 * @returns whether they are there
 */
export async function keepHooks(
  alike: LiveSession,
  setHooks: (told?: Parameters<OurHooks['set']>[1]) => Promise<void>,
): Promise<boolean> {
  const { phase, gaps, news } = alike.parts;
  try {
    await setHooks(async ({ side, from, why }) => {
      const since = Math.max(from ?? 0, Date.parse(phase.now.captureSince));
      const gap = { side, from: since, to: alike.now };
      news.warn(
        why === 'absent'
          ? `the webhook of the ${side} side was not there; it is set again`
          : `the ${side} side answers again; what it may not have told meanwhile is listed`,
      );
      if (await gaps.add(gap)) news.gap(gap);
    });
    return true;
  } catch (error) {
    news.warn(`the webhooks cannot be set now: ${(error as Error).message}`);
    return false;
  }
}
