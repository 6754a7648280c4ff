import { RunError } from '../../../errors/run-error.ts';
import { defineCommand } from '../../command.ts';
import { optional, whole } from '../../values.ts';
import { FLEET } from './fleet-values.ts';

const CONCURRENCY_MAX = 64;

export const fleetWork = defineCommand({
  command: 'work',
  describe: 'take pipelines from the queue and run them',
  builder: (y) =>
    y
      .example('$0 fleet work --config worker.yaml', 'until Ctrl-C or SIGTERM, which give work back')
      .option('queue', FLEET.queue)
      .option('config', { type: 'string', describe: 'which variables and keys pipelines may use, and where' })
      .option('concurrency', { type: 'string', describe: 'pipelines at once; default: of the file, or 4' }),
  handler: async (args, context) => {
    const concurrency =
      args.concurrency === undefined ? undefined : whole(args, 'concurrency', CONCURRENCY_MAX);
    if (concurrency === 0) throw new RunError('USAGE.INVALID', '--concurrency expects a number from 1');
    const options = { queue: optional(args, 'queue'), config: optional(args, 'config'), concurrency };
    return (await import('../../../features/fleet/work.ts')).work(options, context);
  },
});
