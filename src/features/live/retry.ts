import type { CommandContext } from '../../terminal/context.ts';
import { wished } from './phases/wished.ts';

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
export const liveRetry = (
  { pipeline, code, allowNotifications }: LiveRetryOptions,
  context: CommandContext,
): Promise<number> =>
  wished({ pipeline, wish: { what: 'retry', code }, receives: false, allowNotifications }, context);
