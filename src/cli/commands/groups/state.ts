import { type CommandGroup, defineCommand } from '../../command.ts';
import { flag, onePipeline, pipelineOf, yes } from '../../values.ts';

export const state: CommandGroup = {
  command: 'state',
  describe: 'check, repair, remove the state',
  example: ['$0 state check pipeline.yaml', 'check that all files are intact'],
  commands: [
    defineCommand({
      command: 'check [pipeline]',
      describe: 'check every saved file of a pipeline, offline',
      builder: (y) =>
        onePipeline(y).example('$0 state check pipeline.yaml', 'every saved file, and what is wrong with it'),
      handler: async (args, context) =>
        (await import('../../../features/state/check-state.ts')).checkState(
          { pipeline: pipelineOf(args) },
          context,
        ),
    }),
    defineCommand({
      command: 'repair [pipeline]',
      describe: 'repair damaged state, or drop what cannot be repaired',
      builder: (y) =>
        onePipeline(y)
          .example('$0 state repair pipeline.yaml', 'show what it would do, then ask')
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
      describe: 'delete all saved state of a pipeline',
      builder: (y) =>
        onePipeline(y)
          .example('$0 state purge pipeline.yaml', 'show what would be lost, then ask')
          .option('yes', yes('do not ask')),
      handler: async (args, context) =>
        (await import('../../../features/state/purge-state.ts')).purgeState(
          { pipeline: pipelineOf(args), yes: args.yes },
          context,
        ),
    }),
  ],
};
