import { defineCommand } from '../../command.ts';
import { optional } from '../../values.ts';
import { FLEET } from './fleet-values.ts';

export const fleetStatus = defineCommand({
  command: 'status',
  describe: 'show every pipeline, its worker and its last result',
  builder: (y) =>
    y
      .example('$0 fleet status', 'from the queue alone')
      .example('$0 fleet status --watch', 'again and again, until Ctrl-C')
      .option('queue', FLEET.queue)
      .option('watch', { type: 'boolean', default: false, describe: 'show it again and again' }),
  handler: async (args, context) => {
    const options = { queue: optional(args, 'queue'), watch: args.watch };
    const { showFleetStatus } = await import('../../../features/fleet/show-fleet.ts');
    return showFleetStatus(options, context);
  },
});
