import type { Argv } from 'yargs';
import { usageError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { defineCommand } from '../command.ts';
import { flag, listOption, optional, word, words, yes } from '../values.ts';

export const init = defineCommand({
  command: 'init [dir]',
  describe: 'write a pipeline for exports',
  builder: (y) =>
    filesOfEachEntity(y.positional('dir', word('folder, archive or file of the exports; default: .')))
      .example('$0 init export --yes', 'read the files, write export/pipeline.yaml')
      .example("$0 init --messages 'old/**/*.csv'", 'a glob needs quotes')
      .option('yes', yes('do not ask; use the most likely answers'))
      .option('name', word('name of the pipeline; default: that of the folder, or of the export'))
      .option('zone', word('zone of times without one, such as Europe/Berlin'))
      .option('answer', words('the answer to a question, whose ID the lines with "?" show'))
      .option('out', word('the file to write; default: pipeline.yaml in the folder'))
      .option('api', word('read this system through its API, such as sendbird'))
      .option('as-tables', flag('take an export as tables'))
      .option('force', flag('overwrite the file if it exists')),
  handler: async (args, context) => {
    const files = entityNames.flatMap((name) => {
      const paths = listOption(args, name);
      return paths ? [[name, paths] as const] : [];
    });
    const options = {
      folder: optional(args, 'dir'),
      yes: args.yes,
      asTables: args.asTables,
      force: args.force,
      out: optional(args, 'out'),
      name: optional(args, 'name'),
      zone: optional(args, 'zone'),
      api: optional(args, 'api'),
      answers: answersIn(listOption(args, 'answer') ?? []),
      files: Object.fromEntries(files),
    };
    return (await import('../../features/init/init.ts')).init(options, context);
  },
});

/** `ID=VALUE` as pairs; the value may have `=` in it. */
function answersIn(written: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    written.map((each) => {
      const at = each.indexOf('=');
      if (at < 1) throw usageError(`--answer expects ID=VALUE, got ${JSON.stringify(each)}`);
      return [each.slice(0, at), each.slice(at + 1)] as const;
    }),
  );
}

/** An option for each entity, such as `--users FILE FILE`. */
const filesOfEachEntity = <T>(y: Argv<T>) =>
  entityNames.reduce<Argv<unknown>>(
    (each, name) => each.option(name, words(`files/globs with ${name}`)),
    y,
  ) as Argv<T & { readonly [K in EntityName]: string[] | undefined }>;
