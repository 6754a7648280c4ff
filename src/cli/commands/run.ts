import { type RunOptions, runPipeline } from '../../features/run/run-pipeline.ts';
import type { CommandContext } from '../../terminal/context.ts';

export const run = (options: RunOptions, context: CommandContext): Promise<number> =>
  runPipeline(options, context);
