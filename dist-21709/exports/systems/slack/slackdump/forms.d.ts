import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
/** A file of `slackdump dump`: a conversation, or a thread of one. */
export type DumpFile = {
    readonly file: ExportFile;
    readonly conversation: string;
    readonly name: string | undefined;
};
/** The files of slackdump's own formats, by what they hold. */
export type SlackdumpFiles = {
    readonly databases: readonly ExportFile[];
    readonly chunks: readonly ExportFile[];
    readonly dumps: readonly DumpFile[];
    /** Dumps of the discussions of canvases. */
    readonly canvases: readonly DumpFile[];
};
/** Finds the files of slackdump's own formats. */
export declare function slackdumpFiles(files: ExportFiles): Promise<SlackdumpFiles>;
/** Describes the files, for people; undefined if none is of slackdump's own formats. */
export declare function variantOf({ databases, chunks, dumps }: SlackdumpFiles): string | undefined;
