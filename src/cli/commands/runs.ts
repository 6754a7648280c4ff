import { defineCommand } from '../command.ts';
import { onePipeline, pipelineOf, textOption, word } from '../values.ts';

export const runs = defineCommand({
  command: 'runs [pipeline]',
  describe: 'list the last 50 runs',
  builder: (y) => onePipeline(y).example('$0 runs pipeline.yaml', 'the last run first'),
  handler: async (args, context) =>
    (await import('../../features/runs/show-runs.ts')).showRuns({ pipeline: pipelineOf(args) }, context),
});

const RUN = 'the id of a run, the beginning of one, last, or last-1';

export const runsDiff = defineCommand({
  command: 'diff <pipeline> <old> <new>',
  describe: 'show how two runs differ',
  builder: (y) =>
    onePipeline(y)
      .positional('old', word(RUN))
      .positional('new', word(RUN))
      .example('$0 diff pipeline.yaml last-1 last', 'the last run and the one before'),
  handler: async (args, context) => {
    const options = {
      pipeline: pipelineOf(args),
      before: textOption(args, 'old'),
      after: textOption(args, 'new'),
    };
    return (await import('../../features/runs/diff-runs.ts')).diffRuns(options, context);
  },
});
