import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf } from '../values.ts';

export const report = defineCommand({
  command: 'report [pipeline]',
  describe: 'write the report of the last run',
  builder: (y) =>
    onePipeline(y).example('$0 report pipeline.yaml', 'write report.html into the state folder'),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args) };
    return (await import('../../features/report/report.ts')).report(options, context);
  },
});
