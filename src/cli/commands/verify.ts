import { usageError } from '../../errors/run-error.ts';
import { defineCommand } from '../command.ts';
import { flag, onePipeline, pipelineOf, shareOrCount, word } from '../values.ts';

export const verify = defineCommand({
  command: 'verify [pipeline]',
  describe: 'read back and compare with the source',
  builder: (y) =>
    onePipeline(y)
      .example('$0 verify pipeline.yaml', 'every row and field, in both directions')
      .example('$0 verify pipeline.yaml --sample 5%', 'only 5% of the conversations')
      .option('quick', flag('compare keys, counts and last messages only'))
      .option('sample', word('a percentage such as 5%, or a number of users, groups and conversations'))
      .option('one-way', flag('ignore rows that exist only in the service'))
      .option('files', flag('also check the copies of files in their storage'))
      .option('bytes', flag('with --files: read every copy back')),
  handler: async (args, context) => {
    const { quick, oneWay } = args;
    const sample = shareOrCount(args, 'sample');
    if (quick && sample) throw usageError('--quick and --sample contradict each other');
    if (args.bytes && !args.files) throw usageError('--bytes reads the copies of files back, with --files');
    const files = args.files ? { bytes: args.bytes } : undefined;
    const options = { pipeline: pipelineOf(args), quick, sample, oneWay, files };
    return (await import('../../features/verify/verify-pipeline.ts')).verifyPipeline(options, context);
  },
});
