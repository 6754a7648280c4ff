import { defineCommand } from '../command.ts';
import { onePipeline, optional, STRICT, text } from '../values.ts';

export const plan = defineCommand({
  command: 'plan <pipeline>',
  describe: 'say what run would do: new, changed, missing, requests and minutes',
  builder: (y) =>
    onePipeline(y)
      .example('$0 plan pipeline.yaml --out plan.json', 'then: $0 run pipeline.yaml --plan plan.json')
      .option('out', { type: 'string', describe: 'save the plan there; in the state folder where absent' })
      .option('conversations', {
        type: 'boolean',
        default: false,
        describe: 'name the conversations with something new or changed',
      })
      .option('online', {
        type: 'boolean',
        default: false,
        describe: 'compare with what the service holds, by reading it; for a target that held rows before',
      })
      .option('strict', STRICT),
  handler: async (args, context) => {
    const options = {
      pipeline: text(args, 'pipeline'),
      out: optional(args, 'out'),
      conversations: args.conversations,
      online: args.online,
      strict: args.strict,
    };
    return (await import('../../features/plan/plan.ts')).plan(options, context);
  },
});
