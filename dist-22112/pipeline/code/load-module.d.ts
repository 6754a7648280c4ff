import { type CodeAccess } from '../../files/own-folder.ts';
import { type CodeFiles } from './code-files.ts';
/** The place of a pipeline: its file as given, and the folder that relative paths start from. */
export type PipelinePlace = {
    readonly file: string;
    readonly folder: string;
};
/** Code of the user, loaded. */
export type LoadedModule = CodeFiles & {
    /** Exports of the file, by name. */
    readonly exported: Readonly<Record<string, unknown>>;
};
/**
 * Loads code of the user: TypeScript by Node's type stripping, if nobody else may change it. It may import `chatferry`
 * wherever that is installed, packages, and local files.
 * @param path relative to the folder of the pipeline
 * @param code the code of the error if it cannot be loaded
 * @throws RunError `CONFIG.CODE_NOT_OWN`, or with the given code, naming file and line
 */
export declare function loadModule(path: string, place: PipelinePlace, access: CodeAccess, code: 'CONFIG.SYNTAX' | 'CONFIG.TRANSFORM_INVALID'): Promise<LoadedModule>;
/** Text of what some code has thrown, as one line of at most 300 characters. It may be anything, not only an Error. */
export declare function errorText(thrown: unknown): string;
/**
 * The first place in the stack of an error that is in one of these files.
 * @param files absolute paths
 */
export declare function lineIn(thrown: unknown, files: readonly string[]): {
    readonly path: string;
    readonly line: number;
} | undefined;
