import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf, textOption, yes } from '../values.ts';

export const forget = defineCommand({
  command: 'forget [pipeline]',
  describe: 'delete all traces of a person',
  builder: (y) =>
    onePipeline(y)
      .example('$0 forget pipeline.yaml --uid u-17', 'show what would be removed, then ask')
      .option('uid', { type: 'string', demandOption: true, describe: 'the id of the user' })
      .option('yes', yes('do not ask')),
  handler: async (args, context) =>
    (await import('../../features/forget/forget.ts')).forget(
      { pipeline: pipelineOf(args), uid: textOption(args, 'uid'), yes: args.yes },
      context,
    ),
});
