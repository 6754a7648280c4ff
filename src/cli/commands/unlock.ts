import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf, yes } from '../values.ts';

export const unlock = defineCommand({
  command: 'unlock [pipeline]',
  describe: 'remove the lock of a dead run',
  builder: (y) =>
    onePipeline(y)
      .example('$0 unlock pipeline.yaml', 'shows who holds the lock, and asks')
      .example('$0 unlock pipeline.yaml --yes', 'removes it if the holder gives no sign of life')
      .option('yes', yes('do not ask before removing the lock'))
      .option(
        'force',
        flag('also if the run may still be at work in another container or on another machine'),
      ),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args), yes: args.yes, force: args.force };
    return (await import('../../features/unlock/unlock.ts')).unlock(options, context);
  },
});
