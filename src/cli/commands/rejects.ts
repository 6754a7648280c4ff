import { type RejectsOptions, showRejects } from '../../features/rejects/show-rejects.ts';
import type { CommandContext } from '../../terminal/context.ts';

export const rejects = (options: RejectsOptions, context: CommandContext): Promise<number> =>
  showRejects(options, context);
