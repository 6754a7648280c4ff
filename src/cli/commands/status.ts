import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf } from '../values.ts';

export const status = defineCommand({
  command: 'status <pipeline>',
  describe: 'show the progress of a pipeline, also while it runs',
  builder: (y) => onePipeline(y).example('$0 status pipeline.yaml', 'from the state folder, no network'),
  handler: async (args, context) =>
    (await import('../../features/status/show-status.ts')).showStatus(
      { pipeline: pipelineOf(args) },
      context,
    ),
});
