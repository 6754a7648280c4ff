import type { EntityName } from '../input/entities/entity.ts';
import type { Files } from '../system/files.ts';
import type { Copies } from './remote/copies.ts';
/** Thing that a path belongs to, for messages. */
type SourceName = EntityName | 'export';
/** Place where the paths of a pipeline lead. */
export type SourcePlace = {
    /** Relative paths are relative to it. */
    readonly folder: string;
    /** The files that addresses lead to. */
    readonly copies: Copies;
};
/** Limits of a glob. A glob that begins at `/` would visit the whole machine. */
export type GlobLimits = {
    /** Files and folders that it looks at, in folders that it goes into. */
    readonly entries: number;
    /** Files that it finds. */
    readonly matches: number;
};
/**
 * The files of a path, a glob or a list of them; each at most once, globs in order of name. After `!/` comes a path or a
 * glob inside of archives: `exports/*.zip!/general/*.json`.
 * @param warn gets a sentence about each file in an archive that is left out
 * @throws RunError `SOURCE.MISSING` if nothing is there, `SOURCE.GLOB_TOO_WIDE` beyond the limits
 */
export declare function findFiles(spec: {
    readonly path: string | readonly string[];
}, place: SourcePlace, entity: SourceName, files: Files, limits?: GlobLimits, warn?: (sentence: string) => void): Promise<string[]>;
export {};
