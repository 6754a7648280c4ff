import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf, YES } from '../values.ts';

export const doctor = defineCommand({
  command: 'doctor [pipeline]',
  describe: 'check everything that a run needs',
  builder: (y) =>
    onePipeline(y)
      .example('$0 doctor pipeline.yaml', 'one line for each check, with advice')
      .option('thorough', flag('run all checks that only read from the service'))
      .option('files', flag('check that the URLs of files answer, and where files are copied to'))
      .option('probe', flag('ask the service how it imports, with rows that are removed again'))
      .option('yes', YES),
  handler: async (args, context) => {
    const { thorough, files, probe, yes } = args;
    const options = { pipeline: pipelineOf(args), thorough, files, probe, yes };
    return (await import('../../features/doctor/doctor.ts')).doctor(options, context);
  },
});
