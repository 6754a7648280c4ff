import { defineCommand } from '../../command.ts';
import { optional } from '../../values.ts';
import { askedOf, FLEET, referencesOf } from './fleet-values.ts';

export const fleetSubmit = defineCommand({
  command: 'submit <pipelines..>',
  describe: 'put pipelines into the queue',
  builder: (y) =>
    y
      .positional('pipelines', { type: 'string', array: true, describe: 'pipeline files (YAML or JSON)' })
      .example('$0 fleet submit apps/*.yaml', 'any worker runs them; safe to repeat')
      .example('$0 fleet submit app.yaml --command verify', 'read back and compare')
      .option('queue', FLEET.queue)
      .option('command', FLEET.command)
      .option('to', FLEET.to)
      .option('strict', FLEET.strict)
      .option('yes', FLEET.yes)
      .option('allow-notifications', FLEET.allowNotifications),
  handler: async (args, context) => {
    const options = {
      queue: optional(args, 'queue'),
      pipelines: referencesOf(args.pipelines, optional(args, 'to')),
      ...askedOf(args),
    };
    return (await import('../../../features/fleet/change-queue.ts')).submit(options, context);
  },
});
