import { usageError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { defineCommand } from '../command.ts';
import { flag, listOption, optional, word, words } from '../values.ts';

export const inspect = defineCommand({
  command: 'inspect <files..>',
  describe: 'describe files: rows, columns, times',
  builder: (y) =>
    y
      .positional('files', words('exports, plain or compressed; folders, zip archives'))
      .example('$0 inspect export/*.csv', 'rows, columns, times, a map to copy')
      .option('samples', flag('show values, not only their form'))
      .option('entity', word('users, groups, members or messages; default: a guess'))
      .option('encoding', word('encoding of the files, if known'))
      .option('delimiter', word('field separator of CSV files, if known'))
      .option('zone', word('zone of times without one, such as Europe/Berlin')),
  handler: async (args, context) => {
    const options = {
      files: listOption(args, 'files') ?? [],
      samples: args.samples,
      entity: entityNamed(optional(args, 'entity')),
      encoding: optional(args, 'encoding'),
      delimiter: optional(args, 'delimiter'),
      zone: optional(args, 'zone'),
    };
    return (await import('../../features/init/inspect.ts')).inspect(options, context);
  },
});

function entityNamed(written: string | undefined): EntityName | undefined {
  const entity = entityNames.find((name) => name === written);
  if (written !== undefined && entity === undefined)
    throw usageError(`--entity expects one of ${entityNames.join(', ')}, got ${JSON.stringify(written)}`);
  return entity;
}
