import { type CommandGroup, defineCommand } from '../../command.ts';
import { flag, onePipeline, pipelineOf, yes } from '../../values.ts';

export const state: CommandGroup = {
  command: 'state',
  describe: 'check, repair, remove the state',
  example: ['$0 state check pipeline.yaml', 'is everything whole?'],
  commands: [
    defineCommand({
      command: 'check [pipeline]',
      describe: 'check every file that is kept for a pipeline, without network access',
      builder: (y) =>
        onePipeline(y).example('$0 state check pipeline.yaml', 'every kept file with what is wrong with it'),
      handler: async (args, context) =>
        (await import('../../../features/state/check-state.ts')).checkState(
          { pipeline: pipelineOf(args) },
          context,
        ),
    }),
    defineCommand({
      command: 'repair [pipeline]',
      describe: 'mend what state check found, or do without it; asks first',
      builder: (y) =>
        onePipeline(y)
          .example('$0 state repair pipeline.yaml', 'says what it would do, and asks')
          .option('yes', yes('do not ask'))
          .option('ours', flag('a rebuilt ledger: count rows of unknown origin as created by this pipeline')),
      handler: async (args, context) =>
        (await import('../../../features/state/repair-state.ts')).repairState(
          { pipeline: pipelineOf(args), yes: args.yes, ours: args.ours },
          context,
        ),
    }),
    defineCommand({
      command: 'purge [pipeline]',
      describe: 'remove everything that is kept for a pipeline; asks first',
      builder: (y) =>
        onePipeline(y)
          .example('$0 state purge pipeline.yaml', 'shows what would be removed and lost, and asks')
          .option('yes', yes('do not ask')),
      handler: async (args, context) =>
        (await import('../../../features/state/purge-state.ts')).purgeState(
          { pipeline: pipelineOf(args), yes: args.yes },
          context,
        ),
    }),
  ],
};
