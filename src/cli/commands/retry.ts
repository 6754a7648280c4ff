import { type RejectsRetryOptions, retryRejects } from '../../features/rejects/retry-rejects.ts';
import type { CommandContext } from '../../terminal/context.ts';

export const retry = (options: RejectsRetryOptions, context: CommandContext): Promise<number> =>
  retryRejects(options, context);
