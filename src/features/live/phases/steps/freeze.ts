import type { LiveSession } from '../live-session.ts';

/** Keeps people from writing on the old side; returns a sentence if that cannot be done there. @throws what the side throws */
export async function freeze(
  { parts: { sides, phase } }: LiveSession,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { lookups, name } = sides.old;
  if (!lookups?.freeze) return [`${name} cannot be frozen from here: people can write there until they stop`];
  // Noted before: some may be frozen when this ends in the middle.
  await phase.note({ isFrozen: true });
  await lookups.freeze(true, signal);
  return [];
}

/** Lets people write on the old side again, if we keep them from it. @throws what the side throws */
export async function thaw({ parts: { sides, phase } }: LiveSession, signal: AbortSignal): Promise<void> {
  if (!phase.now.isFrozen) return;
  await sides.old.lookups?.freeze?.(false, signal);
  await phase.note({ isFrozen: false });
}

/** Thaws even while all else ends; says it if that cannot be done now: it is tried again as long as the phase is live. */
export async function thawAtEnd(alike: LiveSession): Promise<void> {
  const { context, times, news, sides } = alike.parts;
  const end = new AbortController();
  using _timer = context.system.clock.after(times.endWithinMs, () =>
    end.abort(new Error('it took too long')),
  );
  try {
    await thaw(alike, end.signal);
  } catch (error) {
    news.warn(
      `people cannot write on ${sides.old.name} yet, which stays frozen: ${(error as Error).message}`,
    );
  }
}
