import { defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

export const stateRepair = defineCommand({
  command: 'repair <pipeline>',
  describe: 'mend what state check found, or do without it; asks first',
  builder: (y) =>
    onePipeline(y)
      .example('$0 state repair pipeline.yaml', 'says what it would do, and asks')
      .option('yes', { type: 'boolean', default: false, alias: 'y', describe: 'do not ask' })
      .option('ours', {
        type: 'boolean',
        default: false,
        describe: 'a rebuilt ledger: count rows of unknown origin as created by this pipeline',
      }),
  handler: async (args, context) =>
    (await import('../../../features/state/repair-state.ts')).repairState(
      { pipeline: pipelineOf(args), yes: args.yes, ours: args.ours },
      context,
    ),
});
