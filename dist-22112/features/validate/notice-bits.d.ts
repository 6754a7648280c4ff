import { type ProblemGroup } from '../../delivery/tally/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
import type { Entity } from '../../input/entities/entity.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { Problem, RowPlace } from '../../input/rows/row.ts';
import type { Facts } from '../../prefilter/facts.ts';
import type { Shown } from './shown.ts';
/** A control character other than tab and line ends, or a character that changes the writing direction. */
export declare const CONTROL_CHARACTER: RegExp;
/** The notices of a valid row that follow from the row alone, and the fields that cannot be carried, as bits. */
export declare const marks: (({ wasUpper, cutField, ambiguousField, hasControl, lost }: Facts) => number) & {
    outOfOrder: number;
    sameSecond: number;
    inFuture: number;
    notMember: number;
    senderRefused: number;
    mentionUnknown: number;
    /** Notices that only a row shows that was checked as one. */
    ofRow: (notCarried: readonly string[] | undefined, doubt: Problem | undefined) => number;
    groupTooLarge: number;
};
/** Counts a notice for every mark of a row. */
export declare function countMarks(notices: Notices, found: number, facts: Facts, shown: Shown, entity: Entity): void;
/** Subtracts the notices of a row that `countMarks` counted. */
export declare function removeMarks(notices: Notices, found: number, place: {
    readonly file: number;
    readonly line: number;
    readonly byte: number;
}, entity: Entity): void;
/** The notices that a row, which no screen took, is counted as having lost besides fields. */
export declare const lostElse: (entity: Entity, found: number) => readonly string[];
/** The fields of a row that the API cannot carry, from its marks. */
export declare function lostFields(entity: Entity, found: number): readonly string[];
/** Notices by code: how many rows have one, and a few samples. */
export declare class Notices {
    #private;
    readonly groups: Record<string, ProblemGroup>;
    /**
     * @param placeOf where a row came from
     * @param samplesMax examples kept per code
     */
    constructor(placeOf: PlaceOf, samplesMax: number);
    /** Counts a row and keeps a sample if there is room; `field` is the one to check, `more` is appended to the message. */
    add(code: NoticeCode, place: RowPlace, shown: Shown, field: string | undefined, more?: string): void;
    /** Keeps a sample of a row that was counted. */
    sample(code: NoticeCode, place: RowPlace, shown: Shown, field: string | undefined, more?: string): void;
    /** Counts a row; true if there is room for a sample of it. */
    count(code: NoticeCode): boolean;
    /** Subtracts a row that turned out to be a repeat of an earlier row. */
    remove(code: NoticeCode, place: RowPlace): void;
}
