import { defineCommand } from '../command.ts';
import { SELECTION, selectionOf } from '../selection-options.ts';
import { flag, onePipeline, optional, pipelineOf, STRICT, word } from '../values.ts';

export const plan = defineCommand({
  command: 'plan [pipeline]',
  describe: 'show what run would do and cost',
  builder: (y) =>
    onePipeline(y)
      .example('$0 plan pipeline.yaml --out plan.json', 'then: chatferry run pipeline.yaml --plan plan.json')
      .option('out', word('save the plan to this file; default: in the state folder'))
      .option('conversations', flag('list the conversations with new or changed messages'))
      .option('online', flag('also compare with the rows that the service has now'))
      .option('strict', STRICT)
      .options(SELECTION),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      out: optional(args, 'out'),
      conversations: args.conversations,
      online: args.online,
      strict: args.strict,
      selection: selectionOf(args),
    };
    return (await import('../../features/plan/plan.ts')).plan(options, context);
  },
});
