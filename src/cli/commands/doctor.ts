import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf } from '../values.ts';

export const doctor = defineCommand({
  command: 'doctor [pipeline]',
  describe: 'check everything that a run needs',
  builder: (y) =>
    onePipeline(y)
      .example('$0 doctor pipeline.yaml', 'one line for each check, with advice')
      .option('thorough', flag('run all checks that only read from the service'))
      .option('files', flag('check that the URLs of files answer, and where files are copied to')),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args), thorough: args.thorough, files: args.files };
    return (await import('../../features/doctor/doctor.ts')).doctor(options, context);
  },
});
