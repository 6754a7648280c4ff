import type { CodeAccess } from '../../files/own-folder.ts';
import type { Transform } from '../schema/transform.ts';
import type { CodeFiles } from './code-files.ts';
import { type PipelinePlace } from './load-module.ts';
/** The function of a `transform` file, ready to be called. */
export type LoadedTransform = CodeFiles & {
    /** The path as the pipeline names it. */
    readonly path: string;
    readonly transform: Transform;
};
/**
 * Loads the function that a pipeline names with `transform`, if nobody else may change its files.
 * @param path as in the pipeline file
 * @throws RunError `CONFIG.CODE_NOT_OWN`, `CONFIG.TRANSFORM_INVALID`
 */
export declare function loadTransform(path: string, place: PipelinePlace, access: CodeAccess): Promise<LoadedTransform>;
