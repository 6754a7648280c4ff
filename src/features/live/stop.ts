import type { CommandContext } from '../../terminal/context.ts';
import { wished } from './phases/wished.ts';

/**
 * Ends it: takes no more events, writes those that wait, and removes our webhooks. Returns the exit code: 0, or 4 if events could
 * not be written.
 * @throws RunError `LIVE.*`, `STATE.*`
 */
export const liveStop = (
  { pipeline }: { readonly pipeline: string },
  context: CommandContext,
): Promise<number> =>
  wished({ pipeline, wish: { what: 'stop' }, receives: false, allowNotifications: true }, context);
