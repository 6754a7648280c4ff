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
        readonly default: false;
        readonly alias: 'v';
        readonly describe: 'print more';
    };
    readonly color: {
        readonly type: 'boolean';
        readonly describe: 'use colours; --no-color turns them off';
    };
    readonly 'allow-code': {
        readonly type: 'boolean';
        readonly default: false;
        readonly describe: 'run code that others may change';
    };
};
/** The name of a command, without its arguments. */
export declare const commandName: ({ command }: Command | CommandGroup) => string;
/** Finds the command that words name; undefined if the first is none. */
export declare function namedCommand(words: readonly string[], commands: readonly (Command | CommandGroup)[]): {
    readonly command: Command | CommandGroup;
    readonly words: number;
} | undefined;
/** The options of a command, with those of every command. */
export declare function optionsOf(command: Command | CommandGroup | undefined): readonly DeclaredOption[];
