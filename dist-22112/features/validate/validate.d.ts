import { type ReportFormatName } from '../../report/formats/formats.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `validate`. */
export type ValidateOptions = {
    readonly pipeline: string;
    /** Notices and columns that no field reads count as failures. */
    readonly strict: boolean;
    readonly format: 'text' | ReportFormatName;
    /** Path of the HTML report; none is written if undefined. */
    readonly report?: string | undefined;
    /** Folder for the rejects files that a run would leave; none are written if undefined. */
    readonly rejects?: string | undefined;
    /** Samples kept and shown per code. @default as many as fit on a screen */
    readonly maxErrors?: number | undefined;
    /**
     * Threads that screen records.
     * @default two, on a machine with one core one
     */
    readonly threads?: number | undefined;
};
/**
 * Checks the files of a pipeline offline, finds all errors in one pass and prints them; nothing is sent.
 * @returns the exit code
 * @throws RunError if the pipeline or a source cannot be read
 */
export declare function validate(options: ValidateOptions, context: Runtime & Stdout & Stderr): Promise<number>;
