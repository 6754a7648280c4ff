import { defineCommand } from '../../command.ts';
import { onePipeline, optional, pipelineOf, textOption } from '../../values.ts';
import { askedOf, FLEET } from './fleet-values.ts';

export const fleetSchedule = defineCommand({
  command: 'schedule <pipeline>',
  describe: 'run a pipeline again and again, at given times',
  builder: (y) =>
    onePipeline(y)
      .example(
        '$0 fleet schedule sync.yaml --at "15 4 * * *" --zone Europe/Berlin',
        'every night at 4:15, when no clock skips or repeats an hour',
      )
      .option('queue', FLEET.queue)
      .option('at', { type: 'string', demandOption: true, describe: 'a cron expression' })
      .option('zone', { type: 'string', default: 'UTC', describe: 'the time zone of --at' })
      .option('command', FLEET.command)
      .option('strict', FLEET.strict)
      .option('yes', FLEET.yes)
      .option('allow-notifications', FLEET.allowNotifications),
  handler: async (args, context) => {
    const options = {
      queue: optional(args, 'queue'),
      pipeline: pipelineOf(args),
      at: textOption(args, 'at'),
      zone: textOption(args, 'zone'),
      ...askedOf(args),
    };
    return (await import('../../../features/fleet/change-queue.ts')).schedule(options, context);
  },
});
