import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';
/** The kind of access that failed: a read, or a write of any kind. */
export type Access = 'read' | 'write';
/** True if the disk, or a limit of the process, is to blame for an error, and not the rights of the user. */
export declare const isOfDisk: (error: unknown) => boolean;
/**
 * An error of the disk as the user is told: the path, the free space and the command to go on; undefined if the error
 * says something else.
 * @param commandLine the command to go on; without it, "the same command"
 */
export declare function diskFailure(error: unknown, path: string, { access, files, commandLine }: {
    access: Access;
    files: Files;
    commandLine?: string | undefined;
}): RunError | undefined;
