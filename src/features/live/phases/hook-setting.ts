import type { HookSecrets, LiveHooks } from '../../../origin/live/live-origin.ts';
import type { Side } from '../side.ts';

/** A webhook of a side, as it is to be. */
export type WantedHook = {
  readonly side: Side;
  /** The name that people call the system. */
  readonly name: string;
  readonly hooks: LiveHooks | undefined;
  /** The address of the receiver; it holds what nobody can guess. */
  readonly url: string;
  readonly secrets: HookSecrets;
};

/**
 * Sets the webhooks of sides, beside those that are there.
 * @returns those that have to be set by hand
 * @throws RunError `PULL.*`; OriginError
 */
export async function setHooks(
  wanted: readonly WantedHook[],
  how: 'set' | 'manual',
  signal: AbortSignal,
): Promise<readonly WantedHook[]> {
  const byHand: WantedHook[] = [];
  for (const each of wanted) {
    if (how === 'manual' || !each.hooks) byHand.push(each);
    else await each.hooks.set(each.url, each.secrets, signal);
  }
  return byHand;
}

/**
 * Removes exactly our webhooks. One that cannot be removed stays, and is said.
 * @returns sentences about those that stay
 */
export async function removeHooks(
  wanted: readonly WantedHook[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const left: string[] = [];
  for (const { hooks, name, url } of wanted) {
    if (!hooks) {
      left.push(
        `remove the webhook of ${name} by hand, if you set one: its address ends with …${url.slice(-6)}`,
      );
      continue;
    }
    try {
      await hooks.remove(url, signal);
    } catch (error) {
      signal.throwIfAborted();
      left.push(`the webhook of ${name} stays: ${(error as Error).message}`);
    }
  }
  return left;
}
