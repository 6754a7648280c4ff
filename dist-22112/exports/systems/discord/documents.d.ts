import type { ExportInput } from '../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { type ExportObject } from '../../files/export-rows.ts';
/** Header above the messages of a document. */
export type Header = {
    readonly channel: ExportObject;
    readonly guild: ExportObject;
    /** Milliseconds since 1970; 0 if it is not known. */
    readonly exportedAt: number;
};
/** A JSON document of DiscordChatExporter: a channel, or a part of one. */
export type DiscordFile = {
    readonly file: ExportFile;
    /** Absent if the beginning of the file does not have it. */
    readonly header?: Header;
};
/** Path of the messages of a document. */
export declare const MESSAGES = "$.messages[*]";
export declare const isFetched: ({ name }: ExportFile) => boolean;
/**
 * The documents among the files, by their content.
 * @param isDeclared whether the pipeline names the system: then broken documents count, too, which else count only beside
 *   whole ones
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for the documents of a fork with people of their own
 */
export declare function discordFiles(files: ExportFiles, isDeclared: boolean): Promise<readonly DiscordFile[]>;
/**
 * The documents in the order in which they were exported, so that of two copies the newer one is read last; each with what
 * stands above its messages, if that is in it at all.
 */
export declare function inOrder(found: readonly DiscordFile[], input: Pick<ExportInput, 'files' | 'signal'>): Promise<readonly DiscordFile[]>;
