import { defineCommand } from '../../command.ts';
import { optional } from '../../values.ts';
import { FLEET, referencesOf } from './fleet-values.ts';

export const fleetCancel = defineCommand({
  command: 'cancel <pipelines..>',
  describe: 'end pipelines that wait or run; their states stay',
  builder: (y) =>
    y
      .positional('pipelines', { type: 'string', array: true, describe: 'pipeline files, or their names' })
      .example('$0 fleet cancel app.yaml', 'submitted again, it goes on')
      .option('queue', FLEET.queue)
      .option('to', FLEET.to),
  handler: async (args, context) => {
    const pipelines = referencesOf(args.pipelines, optional(args, 'to'));
    const options = { queue: optional(args, 'queue'), pipelines };
    return (await import('../../../features/fleet/change-queue.ts')).cancel(options, context);
  },
});
