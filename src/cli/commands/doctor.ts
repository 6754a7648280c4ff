import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf } from '../values.ts';

export const doctor = defineCommand({
  command: 'doctor <pipeline>',
  describe: 'check everything that a run needs; write nothing',
  builder: (y) =>
    onePipeline(y)
      .example('$0 doctor pipeline.yaml', 'one line for each check, with advice')
      .option('thorough', {
        type: 'boolean',
        default: false,
        describe: 'run every check that only reads from the service',
      }),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args), thorough: args.thorough };
    return (await import('../../features/doctor/doctor.ts')).doctor(options, context);
  },
});
