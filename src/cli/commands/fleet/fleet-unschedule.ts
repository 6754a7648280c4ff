import { defineCommand } from '../../command.ts';
import { onePipeline, optional, pipelineOf } from '../../values.ts';
import { FLEET } from './fleet-values.ts';

export const fleetUnschedule = defineCommand({
  command: 'unschedule <pipeline>',
  describe: 'end a schedule; what runs goes on',
  builder: (y) =>
    onePipeline(y)
      .example('$0 fleet unschedule sync.yaml', 'or its name, where the file is not here')
      .option('queue', FLEET.queue),
  handler: async (args, context) => {
    const options = { queue: optional(args, 'queue'), pipeline: pipelineOf(args) };
    return (await import('../../../features/fleet/change-queue.ts')).unschedule(options, context);
  },
});
