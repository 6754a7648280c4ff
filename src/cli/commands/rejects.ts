import { defineCommand } from '../command.ts';
import { onePipeline, optional, pipelineOf } from '../values.ts';

export const rejects = defineCommand({
  command: '$0 <pipeline>',
  describe: 'show the rejected rows by code, without network access',
  builder: (y) =>
    onePipeline(y)
      .example('$0 rejects pipeline.yaml', 'every problem, where it is, and what to do')
      .example('$0 rejects retry pipeline.yaml', 'write the corrected rows')
      .option('code', { type: 'string', describe: 'list every row of this code' }),
  handler: async (args, context) => {
    const options = { pipeline: pipelineOf(args), code: optional(args, 'code') };
    return (await import('../../features/rejects/show-rejects.ts')).showRejects(options, context);
  },
});
