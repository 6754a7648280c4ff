import yargs, { type Argv } from 'yargs';
import { nearest } from '../errors/nearest.ts';
import { RunError, usageError } from '../errors/run-error.ts';
import { version } from '../system/version.ts';
import type { Run } from '../terminal/context.ts';
import { type Command, type CommandGroup, namingPipeline } from './command.ts';
import { commands } from './commands/commands.ts';
import { GLOBAL_OPTIONS, namedCommand, optionsOf } from './declared.ts';

/** The options that every command has. */
export type Flags = {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly color?: boolean | undefined;
  readonly allowCode: boolean;
};

/** Request of a command line: a command to run, or a text to print. */
export type Parsed =
  | { readonly flags: Flags; readonly run: Run }
  | { readonly text: string; readonly exitCode: number };

/**
 * Reads a command line. Commands are loaded when they run, so that help is quick.
 * @param columns of the terminal that shows help; undefined if there is none
 * @throws RunError `USAGE.INVALID`
 */
export async function parseArguments(line: readonly string[], columns?: number): Promise<Parsed> {
  const argv = asOptions(line);
  assertKnownOptions(argv, commands);
  let chosen: Run | undefined;
  let text = '';
  const choose: Choose = (run) => {
    chosen = run;
  };
  const parser = globalOptions(addCommands(usage(), commands, choose)).wrap(helpWidth(columns));
  const args: Readonly<Record<string, unknown>> = await parser.parseAsync(
    [...argv],
    {},
    (_error: unknown, _args: unknown, output: string) => {
      text = output;
    },
  );
  if (text) return { text: examplesFirst(text), exitCode: 0 };
  if (!chosen) return { text: examplesFirst(await parser.getHelp()), exitCode: argv.length === 0 ? 0 : 2 };
  const flag = (name: string): boolean => args[name] === true;
  return {
    flags: {
      json: flag('json') || args['format'] === 'json',
      quiet: flag('quiet'),
      verbose: flag('verbose'),
      color: args['color'] as boolean | undefined,
      allowCode: flag('allow-code'),
    },
    run: chosen,
  };
}

/** `help COMMAND` and `version`, as other tools have them. */
function asOptions(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first === 'help') return rest.length === 0 ? ['--help'] : [...rest, '--help'];
  if (first === 'version' && rest.length === 0) return ['--version'];
  // Its port may be left out, and what follows it is then no port.
  return argv.map((word, at) =>
    word === '--dashboard' && !/^\d+$/.test(argv[at + 1] ?? '') ? '--dashboard=0' : word,
  );
}

const usage = (): Argv =>
  yargs()
    .scriptName('chatferry')
    .usage(
      '$0 <command> [pipeline] [options]\n\nMoves users, groups, members and messages into a hosted chat service.',
    )
    .example('$0 validate pipeline.yaml', 'lists every error, sends nothing')
    .example('$0 run pipeline.yaml', 'writes the rows; resumes where it stopped');

/** Receives the command that the command line names. */
type Choose = (run: Run) => void;

function addCommands(parser: Argv, list: readonly (Command | CommandGroup)[], choose: Choose): Argv {
  return list.reduce((y, each) => {
    if ('commands' in each)
      return y.command(each.command, each.describe, (below) =>
        addCommands(below.example(...each.example), each.commands, choose),
      );
    return y.command(
      each.command,
      each.describe,
      (own) => each.builder(own),
      (args) => {
        choose((context, input) => each.handler(args, context, input).catch(namingPipeline(args)));
        // yargs renders the help of a chosen command in any case; without breaking lines that takes half of the time.
        y.wrap(null);
      },
    );
  }, parser);
}

const globalOptions = (parser: Argv): Argv =>
  parser
    .options(GLOBAL_OPTIONS)
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
    .exitProcess(false)
    .fail((message, error) => {
      throw error instanceof RunError
        ? error
        : usageError((message ?? error?.message ?? 'not understood').trim());
    });

/** Lines of help are at most so wide, and never narrower than words need. */
const WIDEST = 80;
const NARROWEST = 40;

/** The width of help on a terminal of so many columns. */
const helpWidth = (columns = WIDEST): number => Math.max(NARROWEST, Math.min(WIDEST, columns));

const EXAMPLES = '\nExamples:\n';

/** Help as yargs writes it, but with the examples first: most people read no further. */
function examplesFirst(help: string): string {
  const at = help.lastIndexOf(EXAMPLES);
  if (at < 0) return help;
  return `${help.slice(at + 1).trimEnd()}\n\n${help.slice(0, at).trimEnd()}`;
}

/**
 * Names the first option that a command does not have, before anything else is said of the command line.
 * @throws RunError `USAGE.INVALID`
 */
export function assertKnownOptions(
  argv: readonly string[],
  commands: readonly (Command | CommandGroup)[],
): void {
  const named = namedCommand(
    argv.filter((word) => !word.startsWith('-')),
    commands,
  );
  if (!named || !('builder' in named.command)) return;
  const known = new Set(optionsOf(named.command).flatMap(({ names }) => names));
  for (const word of argv) {
    if (word === '--') return;
    const [, name = ''] = /^--([a-zA-Z][^=]*)/.exec(word) ?? [];
    if (name === '' || isKnown(name, known)) continue;
    const all = [...known].filter((each) => each.length > 1);
    const meant = nearest(name, all);
    throw usageError(`there is no option --${name}${meant ? `, did you mean --${meant}` : ''}`);
  }
}

/** yargs also takes `--maxErrors` and `--no-color`. */
function isKnown(name: string, known: ReadonlySet<string>): boolean {
  const kebab = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return known.has(name) || known.has(kebab) || (name.startsWith('no-') && known.has(name.slice(3)));
}
