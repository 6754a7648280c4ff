import { type Command, type CommandGroup, defineCommand } from '../../command.ts';
import { optionsOf } from '../../declared.ts';
import { type FromEnvironment, givenBy } from '../../environment.ts';
import { onePipeline, pipelineOf } from '../../values.ts';

/** The options of any command that the environment gives, each once. */
function optionsGivenBy(
  env: Readonly<Record<string, string | undefined>>,
  commands: readonly (Command | CommandGroup)[],
): readonly FromEnvironment[] {
  const all = commands
    .flatMap((each) => ('commands' in each ? each.commands : [each]))
    .flatMap((each) => givenBy(env, optionsOf(each)));
  return [...new Map(all.map((each) => [each.name, each])).values()];
}

/** @param all every command, whose options the environment may give */
export const config = (all: () => readonly (Command | CommandGroup)[]): CommandGroup => ({
  command: 'config',
  describe: 'show the effective settings',
  example: ['$0 config show pipeline.yaml', 'values and their origin'],
  commands: [
    defineCommand({
      command: 'show [pipeline]',
      describe: 'show every effective setting of a pipeline, and where it comes from',
      builder: (y) =>
        onePipeline(y).example(
          '$0 config show pipeline.yaml',
          'from defaults, the file, the environment; no key',
        ),
      handler: async (args, context) =>
        (await import('../../../features/config/show-config.ts')).showConfig(
          { pipeline: pipelineOf(args), options: optionsGivenBy(context.env, all()) },
          context,
        ),
    }),
  ],
});
