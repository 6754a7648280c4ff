import { type Attachment } from '../../../input/rows/forms/attachments.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { SourceFile } from '../../neutral.ts';
import type { Fate } from '../../tally.ts';
/**
 * Why a file of a message is on the list of files without an address that everybody can open, now and later: it is in the
 * export, the export names it and lacks it, its address needs a login, or stops working; or there is neither.
 */
type Unreached = 'inExport' | 'notInExport' | 'private' | 'expires' | 'nowhere';
/** A file on that list. */
export type UnreachedFile = {
    readonly file: SourceFile;
    readonly why: Unreached;
};
/** Outcome of the files of a message. */
export type FilesOfMessage = {
    readonly attachments: readonly (Attachment & {
        readonly size?: number;
    })[];
    /** Lines that the text gets. */
    readonly links: readonly string[];
    /** Files that nobody can get any more, or not yet; kept by name. */
    readonly kept: readonly object[];
    readonly fates: readonly Fate[];
    /** Those that no address leads to, for all and for good. */
    readonly unreached: readonly UnreachedFile[];
};
export declare const NO_FILES: FilesOfMessage;
/**
 * Decides what the files of a message become.
 * @param filesBase where the user has put the files of the export; ends with `/`
 * @param isThere whether the export has a file at a path
 */
export declare function filesOfMessage(files: readonly SourceFile[] | undefined, policy: ExportPolicies['attachments'], filesBase: string | undefined, isThere: (path: string) => boolean): FilesOfMessage;
export {};
