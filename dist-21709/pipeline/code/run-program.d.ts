import type { Readable } from 'node:stream';
import type { Clock } from '../../system/clock.ts';
/** A program and its arguments. */
export type ProgramCommand = readonly [string, ...string[]];
export type ProgramOptions = {
    /** Folder in which it runs. */
    readonly folder: string;
    /** Its environment; what is for chatferry itself is left out, and what the pipeline names as secrets. */
    readonly env: Readonly<Record<string, string | undefined>>;
    /** Names of variables. */
    readonly secrets: readonly string[];
    /** Ends the program, and those that it has started. */
    readonly signal: AbortSignal;
    readonly clock: Clock;
    /**
     * The longest time without any output, milliseconds.
     * @default 600000
     */
    readonly silentMs?: number | undefined;
};
/** The name of a program in messages and as the file of its rows. */
export declare const programName: ([program]: ProgramCommand) => string;
/**
 * Runs a program without a shell, without standard input, and in a process group of its own.
 * @param take reads the output to its end, and calls `said` whenever there is some; gives its bytes
 * @returns what `take` gives
 * @throws RunError `SOURCE.COMMAND_FAILED`, `SOURCE.COMMAND_SILENT`; the error of `take`; the reason of the signal
 */
export declare function runProgram<Taken extends {
    readonly bytes: number;
}>(command: ProgramCommand, options: ProgramOptions, take: (output: Readable, said: () => void) => Promise<Taken>): Promise<Taken>;
