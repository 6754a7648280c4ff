import { type CommandGroup, defineCommand } from '../../command.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

export const config: CommandGroup = {
  command: 'config',
  describe: 'show the effective settings',
  example: ['$0 config show pipeline.yaml', 'values, and where each is from'],
  commands: [
    defineCommand({
      command: 'show [pipeline]',
      describe: 'show every effective setting of a pipeline, and where it comes from',
      builder: (y) =>
        onePipeline(y).example('$0 config show pipeline.yaml', 'defaults, lines, variables; no key'),
      handler: async (args, context) =>
        (await import('../../../features/config/show-config.ts')).showConfig(
          { pipeline: pipelineOf(args) },
          context,
        ),
    }),
  ],
};
