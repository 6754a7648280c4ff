import yargs, { type Argv } from 'yargs';
import { nearest } from '../errors/nearest.ts';
import { RunError, usageError } from '../errors/run-error.ts';
import { version } from '../system/version.ts';
import type { Run, Verbosity } from '../terminal/context.ts';
import { type Command, type CommandGroup, namingPipeline, pipelineOfFolder } from './command.ts';
import { commands } from './commands/commands.ts';
import { commandName, GLOBAL_OPTIONS, LOG_LEVELS, namedCommand, optionsOf, plainWords } from './declared.ts';
import { addedBy } from './environment.ts';
import { helpText, topicText } from './help.ts';

/** The options that every command has. */
export type Flags = {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly verbosity: Verbosity;
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
 * @param env gives options that the command line does not
 * @throws RunError `USAGE.INVALID`
 */
export async function parseArguments(
  line: readonly string[],
  columns?: number,
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Parsed> {
  const typed = withNegatives(asOptions(line));
  const help = helpOn(typed, columns);
  if (help) return help;
  assertKnownCommand(typed);
  assertKnownOptions(typed, commands);
  const added = addedOptions(typed, env);
  let chosen: Run | undefined;
  let text = '';
  const choose: Choose = (run) => {
    chosen = run;
  };
  const parser = globalOptions(addCommands(yargs().scriptName('chatferry'), commands, choose)).wrap(null);
  const args: Readonly<Record<string, unknown>> = await parser
    .parseAsync(
      withAdded(
        typed,
        added.flatMap(({ words }) => words),
      ),
      {},
      (_error: unknown, _args: unknown, output: string) => {
        text = output;
      },
    )
    .catch(namingVariables(added));
  if (text) return { text, exitCode: 0 };
  // A group of commands without one of them.
  if (!chosen) return { text: helpText(groupOf(typed) ?? commands, '', columns), exitCode: 2 };
  const flag = (name: string): boolean => args[name] === true;
  const level = args['log-level'] as (typeof LOG_LEVELS)[number] | undefined;
  const run: Run = chosen;
  return {
    flags: {
      json: flag('json') || args['format'] === 'json',
      quiet: level === undefined ? flag('quiet') : level === 'error',
      verbosity: verbosityOf(level, args['verbose']),
      color: args['color'] as boolean | undefined,
      allowCode: flag('allow-code'),
    },
    run: (...context) => run(...context).catch(namingVariables(added)),
  };
}

/** Added options stand before `--`, after which words are no options. */
function withAdded(typed: readonly string[], added: readonly string[]): string[] {
  const end = typed.includes('--') ? typed.indexOf('--') : typed.length;
  return [...typed.slice(0, end), ...added, ...typed.slice(end)];
}

function verbosityOf(level: (typeof LOG_LEVELS)[number] | undefined, count: unknown): Verbosity {
  const wanted = level === undefined ? Number(count ?? 0) : LOG_LEVELS.indexOf(level) - 1;
  return Math.min(2, Math.max(0, wanted)) as Verbosity;
}

/** `help COMMAND` and `version`, as other tools have them. */
function asOptions(argv: readonly string[]): readonly string[] {
  const [first, ...rest] = argv;
  if (first === 'help') return [...rest, '--help'];
  if (first === 'version' && rest.length === 0) return ['--version'];
  // Its port may be left out, and what follows it is then no port.
  return argv.map((word, at) =>
    word === '--dashboard' && !/^\d+$/.test(argv[at + 1] ?? '') ? '--dashboard=0' : word,
  );
}

/** A negative number or time behind an option that takes a value is that value, and no list of short options. */
function withNegatives(argv: readonly string[]): readonly string[] {
  if (!argv.some(isNegative)) return argv;
  const named = namedCommand(plainWords(argv, commands), commands);
  const taking = optionsOf(named?.command).filter(({ isBoolean, isCounted }) => !isBoolean && !isCounted);
  const names = new Set(taking.flatMap((option) => option.names).map((name) => `--${name}`));
  const ends = beforeDashes(argv).length;
  const takesNext = (at: number): boolean =>
    at + 1 < ends && names.has(argv[at] ?? '') && isNegative(argv[at + 1] ?? '');
  return argv.flatMap((word, at) => {
    if (takesNext(at)) return [`${word}=${argv[at + 1]}`];
    return takesNext(at - 1) ? [] : [word];
  });
}

const isNegative = (word: string): boolean => /^-\d/.test(word);

/** The help that a command line asks for; undefined if it asks for none. */
function helpOn(argv: readonly string[], columns: number | undefined): Parsed | undefined {
  const words = plainWords(argv, commands);
  if (argv.length === 0) return { text: helpText(commands, '', columns), exitCode: 0 };
  const isAsked = beforeDashes(argv).some(
    (word) => word === '--help' || (/^-[a-zA-Z]+$/.test(word) && word.includes('h')),
  );
  if (!isAsked) return undefined;
  if (words.length === 0) return { text: helpText(commands, '', columns), exitCode: 0 };
  const topic = topicText(words.join(' '), columns);
  if (topic !== undefined) return { text: topic, exitCode: 0 };
  assertKnownCommand(argv);
  const named = namedCommand(words, commands);
  const above = named && named.command !== groupOf(argv) ? (words[0] ?? '') : '';
  return { text: helpText(named?.command ?? commands, above, columns), exitCode: 0 };
}

const beforeDashes = (argv: readonly string[]): readonly string[] =>
  argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;

const groupOf = (argv: readonly string[]): Command | CommandGroup | undefined =>
  commands.find((each) => commandName(each) === plainWords(argv, commands)[0]);

/** @throws RunError `USAGE.INVALID` for a command that does not exist */
function assertKnownCommand(argv: readonly string[]): void {
  const [first, ...rest] = plainWords(beforeDashes(argv), commands);
  if (first === undefined) return;
  const group = commands.find((each) => commandName(each) === first);
  if (!group) throw unknownCommand(first, commands.map(commandName));
  const [second] = rest;
  if (second === undefined || !('commands' in group)) return;
  const names = group.commands.map(commandName);
  if (names.includes('$0') || rest.some((word) => names.includes(word))) return;
  throw unknownCommand(second, names, `${first} `);
}

function unknownCommand(typed: string, names: readonly string[], above = ''): RunError {
  const meant = nearest(typed, names);
  const unknown = `unknown command "${above}${typed}"`;
  if (meant === undefined) return usageError(unknown);
  return usageError(`${unknown}, did you mean ${above}${meant}?`, { hint: helpOf(`${above}${meant}`) });
}

const helpOf = (command: string): string => `chatferry help ${command}`;

/** Options that the environment adds to a command line. */
function addedOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ReturnType<typeof addedBy> {
  const named = namedCommand(plainWords(argv, commands), commands);
  return named ? addedBy(env, argv, optionsOf(named.command)) : [];
}

/** For `catch`: an error about an option names the variable that gave it. */
const namingVariables =
  (added: ReturnType<typeof addedBy>) =>
  (error: unknown): never => {
    if (!(error instanceof RunError) || error.code !== 'USAGE.INVALID') throw error;
    const message = added.reduce(
      (text, { from: { name, variable } }) => text.replace(`--${name} `, `${variable} `),
      error.message,
    );
    throw message === error.message ? error : usageError(message, { hint: error.hint, cause: error });
  };

/** Receives the command that the command line names. */
type Choose = (run: Run) => void;

function addCommands(
  parser: Argv,
  list: readonly (Command | CommandGroup)[],
  choose: Choose,
  above = 0,
): Argv {
  return list.reduce((y, each) => {
    if ('commands' in each)
      return y.command(each.command, each.describe, (below) => addCommands(below, each.commands, choose, 1));
    return y.command(
      each.command,
      each.describe,
      (own) => each.builder(own),
      (args) => {
        // What stands after `--` is an argument like any other.
        const [last, more] = args._.slice(above + (each.command.startsWith('$0') ? 0 : 1)).map(String);
        const takesPipeline = each.command.endsWith('[pipeline]') && args['pipeline'] === undefined;
        if (last !== undefined && (more !== undefined || !takesPipeline))
          throw usageError(`unexpected argument "${more ?? last}"`);
        if (last !== undefined) args['pipeline'] = last;
        const isFound = takesPipeline && last === undefined;
        choose(async (context, input) => {
          const all = isFound
            ? { ...args, pipeline: await pipelineOfFolder(args._.join(' '), context.system.files) }
            : args;
          return each.handler(all, context, input).catch(namingPipeline(all));
        });
      },
    );
  }, parser);
}

const globalOptions = (parser: Argv): Argv =>
  parser
    .options(GLOBAL_OPTIONS)
    .help(false)
    .version(version)
    .alias('version', 'V')
    .strict()
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

/**
 * Names the first option that a command does not have, before anything else is said of the command line.
 * @throws RunError `USAGE.INVALID`
 */
export function assertKnownOptions(
  argv: readonly string[],
  commands: readonly (Command | CommandGroup)[],
): void {
  const named = namedCommand(plainWords(argv, commands), commands);
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
