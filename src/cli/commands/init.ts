import type { Argv } from 'yargs';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { defineCommand } from '../command.ts';
import { list, optional, text } from '../values.ts';

export const init = defineCommand({
  command: 'init [dir]',
  describe: 'look at the exports in a folder and write a pipeline for them',
  builder: (y) =>
    filesOfEachEntity(
      y.positional('dir', { type: 'string', default: '.', describe: 'the folder of the exports' }),
    )
      .example('$0 init export --yes', 'looks at the files, writes export/pipeline.yaml')
      .option('yes', {
        type: 'boolean',
        default: false,
        alias: 'y',
        describe: 'do not ask, take what is likely',
      })
      .option('name', { type: 'string', describe: 'of the pipeline; that of the folder without' })
      .option('zone', { type: 'string', describe: 'of times that name none, such as Europe/Berlin' })
      .option('out', { type: 'string', describe: 'the file to write; pipeline.yaml in the folder without' })
      .option('force', { type: 'boolean', default: false, describe: 'overwrite the file if it is there' }),
  handler: async (args, context) => {
    const files = entityNames.flatMap((name) => {
      const paths = list(args, name);
      return paths ? [[name, paths] as const] : [];
    });
    const options = {
      folder: text(args, 'dir'),
      yes: args.yes,
      force: args.force,
      out: optional(args, 'out'),
      name: optional(args, 'name'),
      zone: optional(args, 'zone'),
      files: Object.fromEntries(files),
    };
    return (await import('../../features/inspect/init.ts')).init(options, context);
  },
});

/** An option for each entity, such as `--users FILE FILE`. */
const filesOfEachEntity = <T>(y: Argv<T>) =>
  entityNames.reduce<Argv<unknown>>(
    (each, name) => each.option(name, { type: 'string', array: true, describe: `files that hold ${name}` }),
    y,
  ) as Argv<T & { readonly [K in EntityName]: string[] | undefined }>;
