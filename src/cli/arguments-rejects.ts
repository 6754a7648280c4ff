import type { Argv } from 'yargs';
import type { Run } from '../terminal/context.ts';
import { MAX_DURATION, milliseconds, onePipeline, optional, text, YES } from './options.ts';

/** `rejects` and what stands below it. */
export function rejectsCommands(y: Argv, choose: (run: Run) => void): Argv {
  return y
    .command(
      '$0 <pipeline>',
      'show the rejected rows by code, from the state alone',
      (own) =>
        onePipeline(own)
          .example('$0 rejects pipeline.yaml', 'what is wrong, where, and what to do')
          .example('$0 rejects retry pipeline.yaml', 'write the corrected rows')
          .option('code', { type: 'string', describe: 'list every row of this code' }),
      (args) =>
        choose(async (context) =>
          (await import('./commands/rejects.ts')).rejects(
            { pipeline: text(args, 'pipeline'), code: optional(args, 'code') },
            context,
          ),
        ),
    )
    .command(
      'retry <pipeline>',
      'write the rows of the rejects files again; resumes by itself',
      (own) =>
        onePipeline(own)
          .example('$0 rejects retry pipeline.yaml', 'after the rows were corrected')
          .option('yes', YES)
          .option('fresh', { type: 'boolean', default: false, describe: 'forget an unfinished retry' })
          .option('max-duration', MAX_DURATION),
      (args) =>
        choose(async (context) => {
          const options = {
            pipeline: text(args, 'pipeline'),
            yes: args.yes,
            fresh: args.fresh,
            maxDurationMs: milliseconds(args, 'max-duration'),
          };
          return (await import('./commands/retry.ts')).retry(options, context);
        }),
    );
}
