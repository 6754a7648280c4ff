import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf, yes } from '../values.ts';

export const unlock = defineCommand({
  command: 'unlock [pipeline]',
  describe: 'remove the lock of a run that is gone',
  builder: (y) =>
    onePipeline(y)
      .example('$0 unlock pipeline.yaml', 'show who holds the lock, then ask')
      .example('$0 unlock pipeline.yaml --yes', 'remove it if its process is gone')
      .option('yes', yes('do not ask before removing the lock'))
      .option('force', flag('also if the run may still be active in another container or machine')),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args), yes: args.yes, force: args.force };
    return (await import('../../features/unlock/unlock.ts')).unlock(options, context);
  },
});
