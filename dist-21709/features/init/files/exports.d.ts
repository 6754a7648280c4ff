import { type EntityName } from '../../../input/entities/entity.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import type { Examined } from './inspect-file.ts';
import { type UnreadFile } from './walk.ts';
/** Which files to inspect. */
export type ExportsWanted = {
    readonly folder: string;
    /** Epoch seconds; times before it are counted. */
    readonly before?: number;
    /** The files that the user named for an entity, relative to the current folder. */
    readonly files: Readonly<Partial<Record<EntityName, readonly string[]>>>;
    /** A file that is not an export: the pipeline to write. */
    readonly except?: string;
};
/** The files of a folder. */
export type Exports = {
    readonly examined: readonly Examined[];
    /** All files, also those that are no exports. */
    readonly all: readonly string[];
    /** Files that may be exports but cannot be read, each with the reason. */
    readonly leftOut: readonly UnreadFile[];
};
/**
 * Inspects the named files, then the other exports in the folder and the folders in it. Prints which of the others
 * cannot be read.
 * @throws RunError if a named file or the folder cannot be read, or the folder has more than 5,000 exports
 */
export declare function inspectExports({ folder, files, before, except }: ExportsWanted, context: Runtime & Stderr): Promise<Exports>;
