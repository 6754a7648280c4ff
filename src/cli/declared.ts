import type { Argv } from 'yargs';
import type { Command, CommandGroup } from './command.ts';

/** An option as a command declares it. */
export type DeclaredOption = {
  /** The name without dashes, and its other names. */
  readonly names: readonly string[];
  readonly isBoolean: boolean;
  readonly describe: string;
  /** The values that it takes; empty if it takes others. */
  readonly choices: readonly string[];
};

type Spec = {
  readonly type?: string;
  readonly alias?: string | readonly string[];
  readonly describe?: string;
  readonly choices?: readonly string[];
};

/** The options of every command. */
export const GLOBAL_OPTIONS = {
  json: { type: 'boolean', default: false, describe: 'print the result as JSON', global: true },
  quiet: { type: 'boolean', default: false, alias: 'q', describe: 'print errors only' },
  verbose: { type: 'boolean', default: false, alias: 'v', describe: 'print more' },
  color: { type: 'boolean', describe: 'use colours; --no-color turns them off' },
  'allow-code': {
    type: 'boolean',
    default: false,
    describe: 'run code that others may change',
  },
} as const;

const BUILT_IN: readonly DeclaredOption[] = [
  { names: ['help', 'h'], isBoolean: true, describe: 'show help', choices: [] },
  { names: ['version', 'V'], isBoolean: true, describe: 'show the version', choices: [] },
];

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

/** The options of a command, with those of every command. */
export function optionsOf(command: Command | CommandGroup | undefined): readonly DeclaredOption[] {
  const found: DeclaredOption[] = [];
  const add = (name: string, { type, alias = [], describe = '', choices = [] }: Spec): void => {
    const names = [name].concat(alias);
    found.push({ names, isBoolean: type === 'boolean', describe, choices });
  };
  // A builder calls methods in a chain; only its options are of interest here.
  const recorder: unknown = new Proxy(
    {},
    {
      get:
        (_, method) =>
        (named: string | Readonly<Record<string, Spec>>, spec: Spec = {}) => {
          const all = typeof named === 'string' ? { [named]: spec } : named;
          if (method === 'option' || method === 'options')
            for (const [name, each] of Object.entries(all)) add(name, each);
          return recorder;
        },
    },
  );
  if (command && 'builder' in command) command.builder(recorder as Argv);
  for (const [name, spec] of Object.entries(GLOBAL_OPTIONS)) add(name, spec);
  return [...found, ...BUILT_IN];
}
