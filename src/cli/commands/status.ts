import { type StatusOptions, showStatus } from '../../features/status/show-status.ts';
import type { CommandContext } from '../../terminal/context.ts';

export const status = (options: StatusOptions, context: CommandContext): Promise<number> =>
  showStatus(options, context);
