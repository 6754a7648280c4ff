import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf } from '../values.ts';

export const status = defineCommand({
  command: 'status <pipeline>',
  describe: 'show the progress of a pipeline, also while it runs',
  builder: (y) =>
    onePipeline(y)
      .option('watch', {
        type: 'boolean',
        default: false,
        describe: 'show it again and again until nothing runs any more',
      })
      .example('$0 status pipeline.yaml', 'from the state folder, no network')
      .example('$0 status pipeline.yaml --watch', 'while another process runs it'),
  handler: async (args, context) =>
    (await import('../../features/status/show-status.ts')).showStatus(
      { pipeline: pipelineOf(args), watch: args.watch },
      context,
    ),
});
