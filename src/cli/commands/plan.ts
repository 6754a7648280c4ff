import { defineCommand } from '../command.ts';
import { SELECTION, selectionOf } from '../selection-options.ts';
import { onePipeline, optional, pipelineOf, STRICT } from '../values.ts';

export const plan = defineCommand({
  command: 'plan <pipeline>',
  describe: 'show what run would do: new, changed, missing, requests, minutes',
  builder: (y) =>
    onePipeline(y)
      .example('$0 plan pipeline.yaml --out plan.json', 'then: chatferry run pipeline.yaml --plan plan.json')
      .option('out', { type: 'string', describe: 'save the plan to this file; default: in the state folder' })
      .option('conversations', {
        type: 'boolean',
        default: false,
        describe: 'list the conversations with new or changed messages',
      })
      .option('online', {
        type: 'boolean',
        default: false,
        describe: 'read the service and compare with it; for a target that already had rows',
      })
      .option('strict', STRICT)
      .option('only', SELECTION.only)
      .option('limit', SELECTION.limit)
      .option('since', SELECTION.since)
      .option('conversation', SELECTION.conversation),
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
