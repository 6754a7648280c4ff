import type { Run, Verbosity } from '../terminal/context.ts';
import { type Command, type CommandGroup } from './command.ts';
/** The options that every command has. */
export type Flags = {
    readonly json: boolean;
    readonly quiet: boolean;
    readonly verbosity: Verbosity;
    readonly color?: boolean | undefined;
    readonly allowCode: boolean;
};
/** Request of a command line: a command to run, or a text to print. */
export type Parsed = {
    readonly flags: Flags;
    readonly run: Run;
} | {
    readonly text: string;
    readonly exitCode: number;
};
/**
 * Reads a command line. Commands are loaded when they run, so that help is quick.
 * @param columns of the terminal that shows help; undefined if there is none
 * @param env gives options that the command line does not
 * @throws RunError `USAGE.INVALID`
 */
export declare function parseArguments(line: readonly string[], columns?: number, env?: Readonly<Record<string, string | undefined>>): Promise<Parsed>;
/**
 * Names the first option that a command does not have, before anything else is said of the command line.
 * @throws RunError `USAGE.INVALID`
 */
export declare function assertKnownOptions(argv: readonly string[], commands: readonly (Command | CommandGroup)[]): void;
