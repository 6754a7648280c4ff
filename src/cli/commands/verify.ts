import { RunError } from '../../errors/run-error.ts';
import { defineCommand } from '../command.ts';
import { onePipeline, shareOrCount, text } from '../values.ts';

export const verify = defineCommand({
  command: 'verify <pipeline>',
  describe: 'read back what the service holds and compare it with the files',
  builder: (y) =>
    onePipeline(y)
      .example('$0 verify pipeline.yaml', 'every row and every field, both ways')
      .example('$0 verify pipeline.yaml --sample 5%', 'the same for a twentieth of the conversations')
      .option('quick', {
        type: 'boolean',
        default: false,
        describe: 'keys, counts and last messages alone',
      })
      .option('sample', {
        type: 'string',
        describe: 'a share such as 5%, or a number of users, groups and conversations',
      })
      .option('one-way', {
        type: 'boolean',
        default: false,
        describe: 'what only the service holds is no difference',
      }),
  handler: async (args, context) => {
    const { quick, oneWay } = args;
    const sample = shareOrCount(args, 'sample');
    if (quick && sample) throw new RunError('USAGE.INVALID', '--quick and --sample ask for different things');
    const options = { pipeline: text(args, 'pipeline'), quick, sample, oneWay };
    return (await import('../../features/verify/verify-pipeline.ts')).verifyPipeline(options, context);
  },
});
