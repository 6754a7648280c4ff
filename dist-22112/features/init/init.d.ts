import type { CommandContext } from '../../terminal/context.ts';
import { type Answers } from './ask/answering.ts';
import { type ExportsWanted } from './files/exports.ts';
/** Options of `init`. */
export type InitOptions = Omit<ExportsWanted, 'except'> & {
    /** Takes the answers that the evidence is for, instead of asking. */
    readonly yes: boolean;
    /** Overwrites an existing file. */
    readonly force: boolean;
    readonly out: string | undefined;
    readonly name: string | undefined;
    readonly zone: string | undefined;
    /** Answers to questions, by their id. */
    readonly answers: Answers;
};
/**
 * Inspects the files of a folder, asks what they do not tell, writes a commented pipeline for them, and says what would
 * land. Overwrites a file only with `force`.
 * @returns the exit code
 * @throws RunError `USAGE.INVALID`, `SOURCE.MISSING`, or `STATE.UNWRITABLE` if the file cannot be written
 */
export declare function init(options: InitOptions, context: CommandContext): Promise<number>;
