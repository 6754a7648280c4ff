import { defineCommand } from '../command.ts';
import { onePipeline, text } from '../values.ts';

export const doctor = defineCommand({
  command: 'doctor <pipeline>',
  describe: 'look for what would keep a run from working; write nothing',
  builder: (y) =>
    onePipeline(y).example('$0 doctor pipeline.yaml', 'one line a check, and what to do').option('thorough', {
      type: 'boolean',
      default: false,
      describe: 'check all that can be read of the service',
    }),
  handler: async (args, context) => {
    const options = { pipeline: text(args, 'pipeline'), thorough: args.thorough };
    return (await import('../../features/doctor/doctor.ts')).doctor(options, context);
  },
});
