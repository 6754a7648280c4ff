import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
/** The lists of a workspace, as the format names their files; `org_users` is that of a whole organization. */
declare const PEOPLE: readonly ['org_users', 'users'];
declare const CONVERSATIONS: readonly ['channels', 'groups', 'dms', 'mpims'];
type PeopleList = (typeof PEOPLE)[number];
export type ConversationList = (typeof CONVERSATIONS)[number];
/** A list, and the folder that it describes. */
export type List<Name extends string> = {
    readonly name: Name;
    readonly file: ExportFile;
    readonly folder: string;
};
/** The files of an export by what they hold. */
export type Lists = {
    readonly people: readonly List<PeopleList>[];
    readonly conversations: readonly List<ConversationList>[];
    readonly discussions: readonly List<string>[];
};
/**
 * Finds the lists of all workspaces of an export: those of people in the order organization, workspaces; those of
 * conversations in the order of the exports, whatever kind of conversation one was in which of them.
 */
export declare function listsOf(files: ExportFiles): Lists;
/** True if a file is a list of Slack's: by its name, as the format has it. */
export declare function isList({ name }: ExportFile): boolean;
/** True if a file is one that somebody sent. */
export declare const isSent: ({ name }: ExportFile) => boolean;
/** The messages of one conversation on one day. */
export type Day = {
    readonly file: ExportFile;
    readonly folder: string;
    readonly conversation: string;
};
/** The file as that of a day; undefined if it is another one. */
export declare function dayOf(file: ExportFile): Day | undefined;
/** Says what a folder with days has, if that is no conversation: what people wrote about a file, or what they reported. */
export declare function otherThan({ folder, conversation }: Day): 'discussion' | 'flags' | undefined;
/** Every file of an export is one array. */
export declare const ELEMENTS = "$[*]";
/** Passes the rows of a list. */
export declare function passList({ file, folder }: List<string>, input: {
    readonly files: ExportFiles;
    readonly signal: AbortSignal;
}, row: (row: ExportObject, place: RecordPlace) => void, { unreadable, member, }?: {
    unreadable?(row: UnreadableRow, place: RecordPlace): void;
    /** A member of a conversation that has too many of them to be one row: they come after it. */
    member?(user: unknown, conversation: ExportObject, place: RecordPlace): void;
}): Promise<void>;
export {};
