import { type ExportFile } from '../../../files/export-files.ts';
import type { RecordPlace } from '../../../neutral.ts';
import { type DayOrder, type FoundOrder } from '../lines/dates.ts';
import { type Reading } from '../lines/entries.ts';
import { type Dialect, type Header } from '../lines/header.ts';
/** An author with the name that the file shows first. */
export type Author = {
    readonly id: string;
    readonly name: string;
    readonly place: RecordPlace;
};
/** Findings of the first pass over a chat, if its dates are in one order. */
export type Surveyed = {
    readonly authors: ReadonlyMap<string, Author>;
    readonly messages: number;
    /** True if the app says what it says of groups alone. */
    readonly isGroup: boolean;
    /** The name of the group, by what the app says. */
    readonly subject: string | undefined;
    /** Names of files of messages that are no pictures and the like, and so could be taken for chats. */
    readonly texts: ReadonlySet<string>;
    /** The number of files that the messages name; `omitted` is that of files left out. */
    readonly named: number;
    readonly omitted: number;
};
/** The first pass over a chat. */
export type Survey = {
    /** The order of its dates; undefined if it has to be declared. */
    order(declared: DayOrder | undefined): FoundOrder | undefined;
    of(order: DayOrder): Surveyed;
    /** The first message, for messages to people. */
    readonly first: Header | undefined;
    readonly place: RecordPlace | undefined;
};
/**
 * Reads who writes in a chat and what tells the order of its dates. What a file that breaks off has is counted.
 * @throws RunError `SOURCE.*`
 */
export declare function surveyOf(file: ExportFile, dialect: Dialect, reading: Reading): Promise<Survey>;
