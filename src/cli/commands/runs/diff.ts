import { defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf, text } from '../../values.ts';

const RUN = 'the id of a run, the beginning of one, last, or last-1';

export const diff = defineCommand({
  command: 'diff <pipeline> <before> <after>',
  describe: 'show how two runs of a pipeline differ',
  builder: (y) =>
    onePipeline(y)
      .positional('before', { type: 'string', describe: RUN })
      .positional('after', { type: 'string', describe: RUN })
      .example('$0 diff pipeline.yaml last-1 last', 'the last run and the one before'),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      before: text(args, 'before'),
      after: text(args, 'after'),
    };
    return (await import('../../../features/runs/diff-runs.ts')).diffRuns(options, context);
  },
});
