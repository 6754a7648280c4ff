import type { Plan, Step } from '../../../delivery/plan.ts';
import type { Files } from '../../../system/files.ts';
import type { Audit } from '../audit.ts';
/** Place of the rejects files of a validation. */
export type RejectsPlace = {
    /** The folder, which is there. */
    readonly folder: string;
    /** A folder for temporary files. */
    readonly room: () => Promise<string>;
    readonly files: Files;
};
/**
 * Writes the rejects files of a step as a run does: its rows are read once more and judged one after the other, as the line
 * does it.
 * @param audit has counted the rows of the step
 * @returns the paths of the files
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export declare function writeRejects(step: Step, audit: Audit, { folder, room, files }: RejectsPlace, signal: AbortSignal): Promise<readonly string[]>;
/**
 * Makes a folder ready for rejects files: it is created with mode 0700 if it is not there, and rejects files of an earlier
 * validation in it are removed.
 * @throws RunError `USAGE.INVALID` if a source is in the folder, or another file has the name of a rejects file
 */
export declare function clearRejectsFolder(folder: string, { steps }: Plan, files: Files): Promise<void>;
