import { defineCommand } from '../command.ts';
import { flag, onePipeline, optional, pipelineOf, word } from '../values.ts';

export const undo = defineCommand({
  command: 'undo [pipeline]',
  describe: 'remove what the runs created',
  builder: (y) =>
    onePipeline(y)
      .example('$0 undo pipeline.yaml', 'show what would be removed, and an id')
      .example('$0 undo pipeline.yaml --confirm 1a2b3c4d', 'remove the rows that were shown')
      .option('confirm', word('the id that was printed with the list of removals'))
      .option('include-used', flag('also remove groups, users and roles that others now use')),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      confirm: optional(args, 'confirm'),
      includeUsed: args.includeUsed,
    };
    return (await import('../../features/undo/undo.ts')).undo(options, context);
  },
});
