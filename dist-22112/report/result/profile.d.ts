import type { EntityName } from '../../input/entities/entity.ts';
/** The forms in which the times of a column are written, as numbers of cells. */
export type TimeForms = {
    readonly seconds: number;
    readonly milliseconds: number;
    readonly microseconds: number;
    readonly isoWithZone: number;
    readonly isoWithoutZone: number;
    readonly other: number;
};
/** The cells of one column, in numbers. */
export type ColumnProfile = {
    readonly name: string;
    /** The field whose cell is in the column; absent if there is none. */
    readonly field?: string;
    /** All fields that use the column, also in a template; empty if only a condition or a join does, absent if nothing does. */
    readonly fields?: readonly string[];
    /** Cells with content, and cells without (including missing members). */
    readonly filled: number;
    readonly empty: number;
    /** Bytes of UTF-8 of the shortest and the longest filled cell; 0 if no cell is filled. */
    readonly shortest: number;
    readonly longest: number;
    /** Only for a column that a time field uses. */
    readonly times?: TimeForms;
};
/** One source file that was read. */
export type FileProfile = {
    readonly entity: EntityName;
    readonly name: string;
    /** The files whose rows its rows were made of; absent if it is a file itself. */
    readonly derivedFrom?: readonly string[];
    /** The name of a source format. */
    readonly format: string;
    readonly encoding: string;
    /** The field separator; absent if the format has none. */
    readonly delimiter?: string;
    readonly bytes: number;
    readonly rows: number;
    readonly columns: readonly ColumnProfile[];
};
/** Messages of one calendar month (UTC). */
export type MonthProfile = {
    /** `2024-03`. */
    readonly month: string;
    readonly messages: number;
    /** Those of them that are older than the service keeps. */
    readonly tooOld: number;
};
export type ConversationProfile = {
    /** `group_<guid>`, or `<uid>_user_<uid>` in alphabetic order. */
    readonly id: string;
    /** The name of the group, or the names of both users; absent if the files have none. */
    readonly name?: string;
    readonly messages: number;
    /** Epoch seconds. */
    readonly firstAt: number;
    readonly lastAt: number;
};
/** Results of a dry run besides the outcomes of the rows. */
export type Profile = {
    readonly files: readonly FileProfile[];
    /** In calendar order, without gaps. */
    readonly months: readonly MonthProfile[];
    readonly conversations: number;
    /** The ten with the most messages, the largest first. */
    readonly biggest: readonly ConversationProfile[];
    /** The estimate for the import at the allowed rate. */
    readonly cost: {
        readonly requests: number;
        readonly requestsPerMinute: number;
        readonly minutes: number;
    };
};
