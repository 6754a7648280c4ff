import { defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

export const stateCheck = defineCommand({
  command: 'check <pipeline>',
  describe: 'check every file that is kept for a pipeline, without network access',
  builder: (y) =>
    onePipeline(y).example('$0 state check pipeline.yaml', 'every kept file with what is wrong with it'),
  handler: async (args, context) =>
    (await import('../../../features/state/check-state.ts')).checkState(
      { pipeline: pipelineOf(args) },
      context,
    ),
});
