import type { Argv } from 'yargs';
import type { Command, CommandGroup } from './command.ts';

/** Facts that a builder gives of an option or of an argument, as far as it is shown. */
export type Spec = {
  readonly type?: string;
  readonly count?: boolean;
  readonly alias?: string | readonly string[];
  readonly describe?: string;
  readonly choices?: readonly string[];
  readonly default?: unknown;
  readonly array?: boolean;
  readonly hidden?: boolean;
  readonly demandOption?: boolean;
};

export type Specs = Readonly<Record<string, Spec>>;

/** The arguments, options and examples of a command. */
export type Declared = {
  readonly positionals: Specs;
  readonly options: Specs;
  /** Command lines that begin with `$0`, and what they do. */
  readonly examples: readonly (readonly [string, string])[];
};

/** An option as the command line knows it. */
export type DeclaredOption = {
  /** The name without dashes, and its other names. */
  readonly names: readonly string[];
  readonly isBoolean: boolean;
  /** True if it is counted, as `-vv`. */
  readonly isCounted: boolean;
  readonly describe: string;
  /** The values that it takes; empty if it takes others. */
  readonly choices: readonly string[];
};

/** Amounts of output, by the name of the level; each prints what those before it print. */
export const LOG_LEVELS = ['error', 'info', 'debug', 'trace'] as const;

/** The options of every command. */
export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', default: false, describe: 'print the result as JSON', global: true },
  quiet: { type: 'boolean', default: false, alias: 'q', describe: 'print errors only' },
  verbose: {
    type: 'boolean',
    count: true,
    alias: 'v',
    describe: 'print failed and slow requests; -vv prints every request',
  },
  'log-level': {
    type: 'string',
    choices: LOG_LEVELS,
    describe: 'how much to print; error is -q, debug is -v, trace is -vv',
  },
  color: { type: 'boolean', describe: 'use colours; --no-color turns them off' },
  'env-file': { type: 'string', describe: 'read environment variables from this file' },
  'allow-code': {
    type: 'boolean',
    default: false,
    describe: 'run scripts that other users can modify (unsafe)',
  },
} as const;

/** The options that yargs itself would have. */
const BUILT_IN: Specs = {
  help: { type: 'boolean', alias: 'h', describe: 'show help' },
  version: { type: 'boolean', alias: 'V', describe: 'show the version' },
};

/** Reads the arguments, options and examples that a builder declares: it calls methods in a chain, which are recorded. */
export function declaredBy(command: Command): Declared {
  const found = {
    positionals: {} as Record<string, Spec>,
    options: {} as Record<string, Spec>,
    examples: [] as [string, string][],
  };
  const add = (into: Record<string, Spec>, named: string | Specs, spec: Spec = {}): void => {
    Object.assign(into, typeof named === 'string' ? { [named]: spec } : named);
  };
  const recorder: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (named: string | Specs, spec?: unknown): unknown => {
          if (method === 'positional') add(found.positionals, named, spec as Spec);
          if (method === 'option' || method === 'options') add(found.options, named, spec as Spec);
          if (method === 'example') found.examples.push([named as string, spec as string]);
          return recorder;
        },
    },
  );
  command.builder(recorder as Argv);
  return found;
}

/** The options of a command, with those of every command. */
export function optionsOf(command: Command | CommandGroup | undefined): readonly DeclaredOption[] {
  const own = command && 'builder' in command ? declaredBy(command).options : {};
  const all: Specs = { ...own, ...GLOBAL_OPTIONS, ...BUILT_IN };
  return Object.entries(all).map(
    ([name, { type, count = false, alias = [], describe = '', choices = [] }]) => ({
      names: [name].concat(alias),
      isBoolean: type === 'boolean',
      isCounted: count,
      describe,
      choices,
    }),
  );
}

/** The name of a command, without its arguments. */
export const commandName = ({ command }: Command | CommandGroup): string => command.split(' ')[0] ?? '';

/** Finds the command that words name; undefined if the first is none. */
export function namedCommand(
  words: readonly string[],
  commands: readonly (Command | CommandGroup)[],
): { readonly command: Command | CommandGroup; readonly words: number } | undefined {
  const command = commands.find((each) => commandName(each) === words[0]);
  if (!command) return undefined;
  if (!('commands' in command)) return { command, words: 1 };
  const below = namedCommand(words.slice(1), command.commands);
  if (below) return { ...below, words: 1 + below.words };
  const usual = command.commands.find((each) => commandName(each) === '$0');
  return { command: usual ?? command, words: 1 };
}

/** The words of a command line that are no options, from the command on: what stands before it belongs to options. */
export function plainWords(
  line: readonly string[],
  commands: readonly (Command | CommandGroup)[],
): readonly string[] {
  const takesNext = (word: string | undefined): boolean =>
    Object.entries<Spec>(GLOBAL_OPTIONS).some(
      ([name, { type }]) => type === 'string' && word === `--${name}`,
    );
  const words = line.filter((word, at) => !word.startsWith('-') && !takesNext(line[at - 1]));
  return words.slice(
    Math.max(
      0,
      words.findIndex((word) => namedCommand([word], commands) !== undefined),
    ),
  );
}
