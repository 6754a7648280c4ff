import { defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

export const runs = defineCommand({
  command: 'runs <pipeline>',
  describe: 'list the last 50 runs of a pipeline: when, how long, what changed',
  builder: (y) => onePipeline(y).example('$0 runs pipeline.yaml', 'the last run first'),
  handler: async (args, context) =>
    (await import('../../../features/runs/show-runs.ts')).showRuns({ pipeline: pipelineOf(args) }, context),
});
