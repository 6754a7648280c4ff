import { RunError } from '../../../errors/run-error.ts';
import { defineCommand } from '../../command.ts';
import { optional, text, whole } from '../../values.ts';
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
    const host = text(args, 'host');
    // An empty one would be every address of the machine.
    if (!/^[\w.:-]+$/.test(host))
      throw new RunError('USAGE.INVALID', `--host expects an address of this machine, got "${host}"`);
    const options = { queue: optional(args, 'queue'), host, port: whole(args, 'port', 65_535) };
    return (await import('../../../features/fleet/dashboard/show-dashboard.ts')).showDashboard(
      options,
      context,
    );
  },
});
