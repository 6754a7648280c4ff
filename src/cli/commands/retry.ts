import { defineCommand } from '../command.ts';
import { ALLOW_NOTIFICATIONS, MAX_DURATION, milliseconds, onePipeline, pipelineOf, YES } from '../values.ts';

export const retry = defineCommand({
  command: 'retry <pipeline>',
  describe: 'write the rows of the rejects files again; resume an unfinished retry',
  builder: (y) =>
    onePipeline(y)
      .example('$0 rejects retry pipeline.yaml', 'after you corrected the rows')
      .option('yes', YES)
      .option('allow-notifications', ALLOW_NOTIFICATIONS)
      .option('fresh', {
        type: 'boolean',
        default: false,
        describe: 'discard an unfinished retry and start again',
      })
      .option('max-duration', MAX_DURATION),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      yes: args.yes,
      allowNotifications: args['allow-notifications'],
      fresh: args.fresh,
      maxDurationMs: milliseconds(args, 'max-duration'),
    };
    return (await import('../../features/rejects/retry-rejects.ts')).retryRejects(options, context);
  },
});
