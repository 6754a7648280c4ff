import { defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

export const statePurge = defineCommand({
  command: 'purge <pipeline>',
  describe: 'remove everything that is kept for a pipeline; asks first',
  builder: (y) =>
    onePipeline(y)
      .example('$0 state purge pipeline.yaml', 'shows what would be removed and lost, and asks')
      .option('yes', { type: 'boolean', default: false, alias: 'y', describe: 'do not ask' }),
  handler: async (args, context) =>
    (await import('../../../features/state/purge-state.ts')).purgeState(
      { pipeline: pipelineOf(args), yes: args.yes },
      context,
    ),
});
