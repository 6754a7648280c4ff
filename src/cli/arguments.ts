import yargs, { type Argv } from 'yargs';
import { RunError } from '../errors/run-error.ts';
import { entityNames } from '../input/entities/entity.ts';
import type { Run } from '../terminal/context.ts';
import { version } from '../version.ts';
import { rejectsCommands } from './arguments-rejects.ts';
import {
  type Args,
  entityOf,
  formatOf,
  initOptions,
  inspectOptions,
  list,
  milliseconds,
  onePipeline,
  optional,
  optionalWhole,
  planOptions,
  runOptions,
  sandboxOptions,
  text,
  undoOptions,
  validateOptions,
  verifyArguments,
  verifyOptions,
  whole,
} from './options.ts';

/** What a command line asks for: a command to run, or a text to print. */
export type Parsed =
  | {
      readonly flags: {
        readonly json: boolean;
        readonly quiet: boolean;
        readonly verbose: boolean;
        readonly color: boolean | undefined;
      };
      readonly run: Run;
    }
  | { readonly text: string; readonly exitCode: number };

/**
 * Reads a command line. Commands are loaded when they run, so that help is quick.
 * @throws RunError `USAGE.INVALID`
 */
export async function parseArguments(argv: readonly string[]): Promise<Parsed> {
  let chosen: Run | undefined;
  let text = '';
  const parser = define((run) => {
    chosen = run;
  });
  const args = (await parser.parseAsync([...argv], {}, (_error: unknown, _args: unknown, output: string) => {
    text = output;
  })) as Args;
  if (text) return { text, exitCode: 0 };
  if (!chosen) return { text: await parser.getHelp(), exitCode: argv.length === 0 ? 0 : 2 };
  const flag = (name: string): boolean => args[name] === true;
  return {
    flags: {
      json: flag('json') || args['format'] === 'json',
      quiet: flag('quiet'),
      verbose: flag('verbose'),
      color: args['color'] as boolean | undefined,
    },
    run: chosen,
  };
}

function define(choose: (run: Run) => void): Argv {
  return yargs()
    .scriptName('chatferry')
    .usage(
      '$0 <command> [pipeline] [options]\n\nMoves users, groups, members and messages into a hosted chat service.',
    )
    .example('$0 validate pipeline.yaml', 'says what is wrong, sends nothing')
    .example('$0 run pipeline.yaml', 'does it, and goes on where it stopped')
    .command(
      'validate <pipeline>',
      'check everything that can be known offline; send nothing',
      validateOptions,
      (args) =>
        choose(async (context) => {
          const options = {
            pipeline: text(args, 'pipeline'),
            strict: args['strict'] === true,
            format: formatOf(args),
            report: optional(args, 'report'),
            maxErrors: optionalWhole(args, 'max-errors', 10_000),
          };
          return (await import('./commands/validate.ts')).validate(options, context);
        }),
    )
    .command(
      'plan <pipeline>',
      'say what run would do: new, changed, missing, requests and minutes',
      planOptions,
      (args) =>
        choose(async (context) => {
          const options = {
            pipeline: text(args, 'pipeline'),
            out: optional(args, 'out'),
            conversations: args['conversations'] === true,
            online: args['online'] === true,
            strict: args['strict'] === true,
          };
          return (await import('./commands/plan.ts')).plan(options, context);
        }),
    )
    .command('run <pipeline>', 'write the rows into the target; resumes by itself', runOptions, (args) =>
      choose(async (context) => {
        const options = {
          pipeline: text(args, 'pipeline'),
          yes: args['yes'] === true,
          fresh: args['fresh'] === true,
          strict: args['strict'] === true,
          maxDurationMs: milliseconds(args, 'max-duration'),
          confirm: optional(args, 'confirm'),
          plan: optional(args, 'plan'),
        };
        return (await import('./commands/run.ts')).run(options, context);
      }),
    )
    .command(
      'verify <pipeline>',
      'read back what the service holds and compare it with the files',
      verifyOptions,
      (args) =>
        choose(async (context) =>
          (await import('./commands/verify.ts')).verify(verifyArguments(args), context),
        ),
    )
    .command('undo <pipeline>', 'take back what the runs brought; shows it first', undoOptions, (args) =>
      choose(async (context) => {
        const options = {
          pipeline: text(args, 'pipeline'),
          confirm: optional(args, 'confirm'),
          includeUsed: args['include-used'] === true,
        };
        return (await import('./commands/undo.ts')).undo(options, context);
      }),
    )
    .command('rejects', 'show the rejected rows, or write them again once corrected', (y) =>
      rejectsCommands(y, choose),
    )
    .command(
      'status <pipeline>',
      'say how far a pipeline is, also while it runs',
      (y) => onePipeline(y).example('$0 status pipeline.yaml', 'from the state alone, no network'),
      (args) =>
        choose(async (context) =>
          (await import('./commands/status.ts')).status({ pipeline: text(args, 'pipeline') }, context),
        ),
    )
    .command(
      'report <pipeline>',
      'write the page of the last run again',
      (y) => onePipeline(y).example('$0 report pipeline.yaml', 'report.html in the state folder'),
      (args) =>
        choose(async (context) =>
          (await import('./commands/report.ts')).report({ pipeline: text(args, 'pipeline') }, context),
        ),
    )
    .command(
      'doctor <pipeline>',
      'look for what would keep a run from working; write nothing',
      (y) =>
        onePipeline(y)
          .example('$0 doctor pipeline.yaml', 'one line a check, and what to do')
          .option('thorough', {
            type: 'boolean',
            default: false,
            describe: 'check all that can be read of the service',
          }),
      (args) =>
        choose(async (context) =>
          (await import('./commands/doctor.ts')).doctor(
            { pipeline: text(args, 'pipeline'), thorough: args.thorough },
            context,
          ),
        ),
    )
    .command('sandbox', 'run the local chat service in the foreground', sandboxOptions, (args) =>
      choose(async (context, input) => {
        const { sandbox } = await import('./commands/sandbox.ts');
        return sandbox(
          {
            port: whole('port', args['port'], 65_535),
            data: optional(args, 'data'),
            http: args['http'] === true,
            limits: optional(args, 'limits') ?? 'none',
            faults: optional(args, 'faults'),
            quirks: optional(args, 'quirks'),
            apps: optional(args, 'apps'),
            seed: whole('seed', args['seed'], Number.MAX_SAFE_INTEGER),
            untilStdinEnds: args['until-stdin-ends'] === true ? input : undefined,
          },
          context,
        );
      }),
    )
    .command(
      'init [dir]',
      'look at the exports in a folder and write a pipeline for them',
      initOptions,
      (args) =>
        choose(async (context) => {
          const files = entityNames.flatMap((name) => {
            const paths = list(args, name);
            return paths ? [[name, paths] as const] : [];
          });
          const options = {
            folder: text(args, 'dir'),
            yes: args['yes'] === true,
            force: args['force'] === true,
            out: optional(args, 'out'),
            name: optional(args, 'name'),
            zone: optional(args, 'zone'),
            files: Object.fromEntries(files),
          };
          return (await import('./commands/init.ts')).init(options, context);
        }),
    )
    .command(
      'inspect <files..>',
      'say what a file is: rows, columns, times; send nothing',
      inspectOptions,
      (args) =>
        choose(async (context) => {
          const options = {
            files: list(args, 'files') ?? [],
            samples: args['samples'] === true,
            entity: entityOf(args),
            encoding: optional(args, 'encoding'),
            delimiter: optional(args, 'delimiter'),
            zone: optional(args, 'zone'),
          };
          return (await import('./commands/inspect.ts')).inspect(options, context);
        }),
    )
    .command(
      'explain [code]',
      'say what a code means and what to do about it',
      (y) =>
        y
          .positional('code', {
            type: 'string',
            describe: 'as it stands in a report; without one, all are named',
          })
          .example('$0 explain ROW.TIME_NO_ZONE', 'cause, what to do, example'),
      (args) =>
        choose(async (context) =>
          (await import('./commands/explain.ts')).explain({ code: optional(args, 'code') }, context),
        ),
    )
    .command(
      'schema',
      'print the JSON Schema of pipeline files',
      (y) => y.example('$0 schema > pipeline.schema.json', 'for editors that check YAML'),
      () => choose(async (context) => (await import('./commands/schema.ts')).schema(context)),
    )
    .option('json', { type: 'boolean', default: false, describe: 'print the result as JSON', global: true })
    .option('quiet', { type: 'boolean', default: false, alias: 'q', describe: 'print errors only' })
    .option('verbose', { type: 'boolean', default: false, alias: 'v', describe: 'print more' })
    .option('color', { type: 'boolean', describe: 'colours; --no-color for none' })
    .help()
    .alias('help', 'h')
    .version(version)
    .alias('version', 'V')
    .strict()
    .recommendCommands()
    .demandCommand(0, 1)
    .parserConfiguration({
      'duplicate-arguments-array': true,
      'parse-positional-numbers': false,
      'parse-numbers': false,
    })
    .wrap(80)
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof RunError
        ? error
        : new RunError('USAGE.INVALID', (message ?? error?.message ?? 'not understood').trim());
    });
}
