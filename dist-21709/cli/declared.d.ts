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
export declare const LOG_LEVELS: readonly ['error', 'info', 'debug', 'trace'];
/** The options of every command. */
export declare const GLOBAL_OPTIONS: {
    readonly json: {
        readonly type: 'boolean';
        readonly default: false;
        readonly describe: 'print the result as JSON';
        readonly global: true;
    };
    readonly quiet: {
        readonly type: 'boolean';
        readonly default: false;
        readonly alias: 'q';
        readonly describe: 'print errors only';
    };
    readonly verbose: {
        readonly type: 'boolean';
        readonly count: true;
        readonly alias: 'v';
        readonly describe: 'print failed and slow requests; -vv prints every request';
    };
    readonly 'log-level': {
        readonly type: 'string';
        readonly choices: readonly ["error", "info", "debug", "trace"];
        readonly describe: 'how much to print; error is -q, debug is -v, trace is -vv';
    };
    readonly color: {
        readonly type: 'boolean';
        readonly describe: 'use colours; --no-color turns them off';
    };
    readonly 'env-file': {
        readonly type: 'string';
        readonly describe: 'read environment variables from this file';
    };
    readonly 'allow-code': {
        readonly type: 'boolean';
        readonly default: false;
        readonly describe: 'run scripts that other users can modify (unsafe)';
    };
};
/** Reads the arguments, options and examples that a builder declares: it calls methods in a chain, which are recorded. */
export declare function declaredBy(command: Command): Declared;
/** The options of a command, with those of every command. */
export declare function optionsOf(command: Command | CommandGroup | undefined): readonly DeclaredOption[];
/** The name of a command, without its arguments. */
export declare const commandName: ({ command }: Command | CommandGroup) => string;
/** Finds the command that words name; undefined if the first is none. */
export declare function namedCommand(words: readonly string[], commands: readonly (Command | CommandGroup)[]): {
    readonly command: Command | CommandGroup;
    readonly words: number;
} | undefined;
/** The words of a command line that are no options, nor values of options that every command has. */
export declare function plainWords(line: readonly string[]): readonly string[];
