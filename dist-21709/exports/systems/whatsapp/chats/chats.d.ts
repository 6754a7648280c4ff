import type { ExportInput, PeopleSink } from '../../../export-reader.ts';
import { type ExportFile, type ExportFiles } from '../../../files/export-files.ts';
import { type DayOrder } from '../lines/dates.ts';
import { type Dialect } from '../lines/header.ts';
import { type Surveyed } from './survey.ts';
/** A chat of an export. */
export type Chat = ChatFile & {
    readonly order: DayOrder;
    readonly surveyed: Surveyed;
    readonly conversation: Conversation;
};
/** The chats of an export, and the zone of their times. */
export type Chats = {
    readonly all: readonly Chat[];
    readonly zone: string;
};
/**
 * Finds the chats of an export.
 * @throws RunError `EXPORT.ZONE_MISSING`, `EXPORT.DAY_ORDER_UNCLEAR`, `EXPORT.SHAPE_INVALID`, `SOURCE.*`
 */
export declare function chatsOf(input: ExportInput, sink: PeopleSink): Promise<Chats>;
/** The path of a file that stands beside another one. */
export declare const beside: (path: string, name: string) => string;
/** Which conversation a chat is of. */
type Conversation = {
    readonly type: 'direct';
    readonly id: string;
    readonly people: readonly [string, string];
} | {
    readonly type: 'private';
    readonly id: string;
    readonly name: string;
};
/** A file that is a chat. */
type ChatFile = {
    readonly file: ExportFile;
    readonly dialect: Dialect;
    /** Set if it says nothing that only a chat says, and is written as other files may be. */
    readonly isCommon?: true;
};
/**
 * The files that are chats, by what stands in them. Those that could as well be something else are among them if there are no
 * others, or if they are written as one of the others.
 */
export declare function chatFiles(files: ExportFiles): Promise<readonly ChatFile[]>;
export {};
