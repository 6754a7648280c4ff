import { RunError } from '../../../../errors/run-error.ts';
import type { Problem } from '../../../../input/rows/row.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { RecordPlace, UnreadableRow } from '../../../neutral.ts';
import { type DayOrder } from './dates.ts';
import { type Dialect, type Header } from './header.ts';
/** A line of a file, without its end. */
export type TextLine = {
    readonly text: string;
    readonly place: RecordPlace;
    /** The number of empty lines before it. */
    readonly empty: number;
    /** Set if it is not the text that it should be. */
    readonly problem?: Problem;
};
/** Means of reading a file. */
export type Reading = {
    readonly files: ExportFiles;
    readonly signal: AbortSignal;
};
/** A message as it stands in its file. */
export type Entry = {
    readonly header: Header;
    /** The beginning of its day, in milliseconds since 1970 as if in UTC. */
    readonly day: number;
    /** The lines after the first one, with a line end before each. */
    readonly more: string;
    readonly place: RecordPlace;
    readonly problem?: Problem;
};
/** Takes the messages of a file, and what is none. */
export type EntryTaker = {
    entry(entry: Entry): void;
    unreadable(row: UnreadableRow, place: RecordPlace): void;
};
/**
 * Passes the lines of a file up to where it breaks off.
 * @returns the damage; undefined if there is none
 * @throws RunError `SOURCE.*` if it is the only file of the export
 */
export declare function passSoundLines(file: ExportFile, take: (line: TextLine) => void, reading: Reading): Promise<RunError | undefined>;
/**
 * Passes the messages of a file, each with all of its lines, in flat memory. What stands before the first one, and the rest
 * of a file that breaks off among others, is unreadable.
 * @throws RunError `SOURCE.*` if the only file of the export cannot be read
 */
export declare function passEntries(file: ExportFile, { dialect, order }: {
    readonly dialect: Dialect;
    readonly order: DayOrder;
}, taker: EntryTaker, reading: Reading): Promise<void>;
