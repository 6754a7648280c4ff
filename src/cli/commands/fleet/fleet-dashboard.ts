import { defineCommand } from '../../command.ts';
import { listenHost, optional, whole } from '../../values.ts';
import { FLEET } from './fleet-values.ts';

export const fleetDashboard = defineCommand({
  command: 'dashboard',
  describe: 'show the fleet in a browser, read-only',
  builder: (y) =>
    y
      .example('$0 fleet dashboard', 'prints the address; on this machine alone')
      .option('queue', FLEET.queue)
      .option('port', { type: 'string', default: '0', describe: '0 picks a free port' })
      .option('host', {
        type: 'string',
        default: '127.0.0.1',
        describe: 'the address to listen on; others than this machine read it over plain http',
      }),
  handler: async (args, context) => {
    const options = {
      queue: optional(args, 'queue'),
      host: listenHost(args, 'host'),
      port: whole(args, 'port', 65_535),
    };
    return (await import('../../../features/fleet/show-fleet.ts')).showDashboard(options, context);
  },
});
