import { defineCommand } from '../command.ts';
import { MAX_DURATION, milliseconds, onePipeline, optional, STRICT, text, YES } from '../values.ts';

export const run = defineCommand({
  command: 'run <pipeline>',
  describe: 'write the rows into the target; resumes by itself',
  builder: (y) =>
    onePipeline(y)
      .example('$0 run pipeline.yaml', 'start, or go on')
      .option('yes', YES)
      .option('fresh', {
        type: 'boolean',
        default: false,
        describe: 'forget what was done and start over',
      })
      .option('strict', STRICT)
      .option('max-duration', MAX_DURATION)
      .option('plan', { type: 'string', describe: 'do exactly what this plan says, or say that it is stale' })
      .option('confirm', {
        type: 'string',
        describe: 'go on with a night that a guard has stopped, by the name it printed',
      }),
  handler: async (args, context) => {
    const options = {
      pipeline: text(args, 'pipeline'),
      yes: args.yes,
      fresh: args.fresh,
      strict: args.strict,
      maxDurationMs: milliseconds(args, 'max-duration'),
      confirm: optional(args, 'confirm'),
      plan: optional(args, 'plan'),
    };
    return (await import('../../features/run/run-pipeline.ts')).runPipeline(options, context);
  },
});
