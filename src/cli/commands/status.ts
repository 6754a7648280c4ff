import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf } from '../values.ts';

export const status = defineCommand({
  command: 'status [pipeline]',
  describe: 'show progress, also during a run',
  builder: (y) =>
    onePipeline(y)
      .option('watch', flag('refresh until the run has ended'))
      .example('$0 status pipeline.yaml', 'from the state folder, no network')
      .example('$0 status pipeline.yaml --watch', 'follow a run of another process'),
  handler: async (args, context) =>
    (await import('../../features/status/show-status.ts')).showStatus(
      { pipeline: pipelineOf(args), watch: args.watch },
      context,
    ),
});
