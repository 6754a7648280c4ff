import type { ExportInput } from '../../export-reader.ts';
import type { ExportFile } from '../../files/export-files.ts';
import { type ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
/** A chat as one file has it; several files, or both lists of one, may have the same chat. */
export type Chat = {
    /** The key that it is known by in the export. */
    readonly key: string;
    readonly file: ExportFile;
    readonly place: RecordPlace;
    name?: string | undefined;
    type?: string | undefined;
    id?: string | undefined;
    /** True if the account of the export has left it. */
    readonly isLeft: boolean;
};
/** Facts of a file beside the messages of its chats. */
export type Outline = {
    readonly chats: Map<string, Chat>;
    /** The owner of the account that was exported. */
    readonly owner: ExportObject | undefined;
    readonly contacts: readonly ExportObject[];
    /** Paths of the messages. */
    readonly paths: readonly string[];
};
/** Reads which chats a file has, and whose they are; its messages are not read. */
export declare function outlineOf(file: ExportFile, number: number, input: ExportInput): Promise<Outline>;
/** Takes the messages of a file. */
export type MessageTakers = {
    message(row: ExportObject, chat: string, place: RecordPlace): void;
    unreadable?(row: UnreadableRow, place: RecordPlace): void;
};
/** Passes the messages of a file, those of a chat one after the other. */
export declare function passMessages(file: ExportFile, number: number, { paths }: Outline, { message, unreadable }: MessageTakers, input: ExportInput): Promise<void>;
