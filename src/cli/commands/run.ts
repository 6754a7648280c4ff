import { defineCommand } from '../command.ts';
import { MAX_DURATION, milliseconds, onePipeline, optional, pipelineOf, STRICT, YES } from '../values.ts';

export const run = defineCommand({
  command: 'run <pipeline>',
  describe: 'write the rows into the target; resume an unfinished run',
  builder: (y) =>
    onePipeline(y)
      .example('$0 run pipeline.yaml', 'start or resume')
      .option('yes', YES)
      .option('fresh', {
        type: 'boolean',
        default: false,
        describe: 'discard the progress and start again',
      })
      .option('strict', {
        ...STRICT,
        describe: 'a column that no field uses is an error; skipped equal rows are exit code 4',
      })
      .option('max-duration', MAX_DURATION)
      .option('plan', {
        type: 'string',
        describe: 'do exactly what this plan says; fail if it is out of date',
      })
      .option('metrics', {
        type: 'string',
        describe: 'write metrics for Prometheus into this file, at the end and each minute',
      })
      .option('confirm', {
        type: 'string',
        describe: 'continue a sync run that a guard stopped, with the id it printed',
      }),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      yes: args.yes,
      fresh: args.fresh,
      strict: args.strict,
      maxDurationMs: milliseconds(args, 'max-duration'),
      confirm: optional(args, 'confirm'),
      plan: optional(args, 'plan'),
      metrics: optional(args, 'metrics'),
    };
    return (await import('../../features/run/run-pipeline.ts')).runPipeline(options, context);
  },
});
