import { type CommandGroup, defineCommand } from '../../command.ts';
import {
  ALLOW_NOTIFICATIONS,
  flag,
  MAX_DURATION,
  milliseconds,
  onePipeline,
  optional,
  pipelineOf,
  word,
  YES,
} from '../../values.ts';

export const rejects: CommandGroup = {
  command: 'rejects',
  describe: 'show rejected rows, or retry them',
  example: ['$0 rejects pipeline.yaml', 'every problem, and how to fix it'],
  commands: [
    defineCommand({
      command: '$0 [pipeline]',
      describe: 'show the rejected rows by code, offline',
      builder: (y) =>
        onePipeline(y)
          .example('$0 rejects pipeline.yaml', 'every problem, its place, and how to fix it')
          .example('$0 rejects retry pipeline.yaml', 'import the corrected rows')
          .option('code', word('list every row of this code')),
      handler: async (args, context) => {
        const options = { pipeline: pipelineOf(args), code: optional(args, 'code') };
        return (await import('../../../features/rejects/show-rejects.ts')).showRejects(options, context);
      },
    }),
    defineCommand({
      command: 'retry [pipeline]',
      describe: 'import the rows of the rejects files; continue an unfinished retry',
      builder: (y) =>
        onePipeline(y)
          .example('$0 rejects retry pipeline.yaml', 'after you corrected the rows')
          .option('yes', YES)
          .option('allow-notifications', ALLOW_NOTIFICATIONS)
          .option('fresh', flag('discard an unfinished retry and start again'))
          .option('finish-files', flag('silent hosts of files count as failed'))
          .option('max-duration', MAX_DURATION),
      handler: async (args, context) => {
        const options = {
          pipeline: pipelineOf(args),
          yes: args.yes,
          allowNotifications: args['allow-notifications'],
          fresh: args.fresh,
          finishFiles: args['finish-files'] === true,
          maxDurationMs: milliseconds(args, 'max-duration'),
        };
        return (await import('../../../features/rejects/retry-rejects.ts')).retryRejects(options, context);
      },
    }),
  ],
};
