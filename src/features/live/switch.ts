import type { CommandContext } from '../../terminal/context.ts';
import type { LiveTimes } from './phases/alike.ts';
import { wished } from './phases/wished.ts';

/** Options of `chatferry live switch`. */
export type LiveSwitchOptions = {
  readonly pipeline: string;
  /** Keeps people from writing on the old side, where that can be done. */
  readonly freeze: boolean;
  /** Turns round after a switch. */
  readonly back: boolean;
  /** Milliseconds until it gives up. */
  readonly withinMs?: number | undefined;
  readonly allowNotifications: boolean;
  readonly times?: LiveTimes | undefined;
};

const WITHIN_MS = 600_000;

/**
 * Moves people over: waits until the old side is silent and nothing waits, and compares what they touched. Returns the exit
 * code: 0 if they have moved, 5 if something differs, 7 if it was not silent in time.
 * @throws RunError `LIVE.*`, `STATE.*`
 */
export const liveSwitch = (
  { pipeline, freeze, back, withinMs = WITHIN_MS, allowNotifications, times }: LiveSwitchOptions,
  context: CommandContext,
): Promise<number> => {
  const wish = { what: 'switch', freeze, back, withinMs } as const;
  return wished({ pipeline, wish, receives: true, allowNotifications, times }, context);
};
