import { defineCommand } from '../command.ts';
import { optional, word } from '../values.ts';

export const explain = defineCommand({
  command: 'explain [code]',
  describe: 'explain an error code',
  builder: (y) =>
    y
      .positional('code', word('a code from a report; default: list all codes'))
      .example('$0 explain ROW.TIME_NO_ZONE', 'cause, fix and example'),
  handler: async (args, context) => {
    const code = optional(args, 'code');
    const { explain } = await import('../../features/explain/explain.ts');
    return explain({ code }, context);
  },
});
