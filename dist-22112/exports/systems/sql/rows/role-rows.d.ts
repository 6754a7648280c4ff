import type { PeopleSink, RejectedKind } from '../../../export-reader.ts';
import type { RecordPlace } from '../../../neutral.ts';
import type { DumpValue } from '../dump/dump-values.ts';
import type { Field, Shape } from '../shape/resolve-shape.ts';
import type { RoleName } from '../shape/usual-names.ts';
import type { WhoseIds } from '../shape/whose-ids.ts';
import type { Lookups } from './lookups.ts';
/** A field with ids beside a column that says whose they are. */
type TypedField = {
    readonly slot: number;
    whose(value: string | undefined): string | undefined;
};
/** The columns of a table, and what is known of the fields in them. */
type FieldsOfTable = {
    readonly columns: readonly string[];
    readonly slots: ReadonlyMap<string, number>;
    readonly lookups: ReadonlyMap<string, ReadonlyMap<string, string>>;
    readonly times: ReadonlyMap<string, TimeColumn>;
    readonly isDoubleEncoded: boolean;
    readonly typed: ReadonlyMap<string, TypedField>;
};
/** The values of a row by what they are. */
export declare class Cells {
    #private;
    /** Of the row that is read now. */
    values: readonly DumpValue[];
    constructor(of: FieldsOfTable);
    has(field: string): boolean;
    /** The text of a field; undefined for NULL, and for an empty text. */
    text(field: string): string | undefined;
    /**
     * The id in a field, and what it is of: an id of another table than those of users and conversations begins with the name
     * of that table, so that it is nobody else's.
     * @throws RunError `EXPORT.SHAPE_UNCLEAR` if that is not clear
     */
    id(field: string): {
        readonly id: string;
        readonly isConversation: boolean;
    } | undefined;
    /** The text of a column that was asked for by its number. */
    at(slot: number): string | undefined;
    /** True if a field says yes. */
    flag(field: string): boolean;
    /** A time in milliseconds since 1970; undefined for none, NaN for what is no time. */
    time(field: string): number | undefined;
    /** Something that happened, with its time if the column has one; undefined if it did not. */
    event(field: string): {
        readonly at?: number | undefined;
    } | undefined;
}
/** Input for reading rows. */
export type RolesInput = {
    readonly shape: Shape;
    readonly lookups: Lookups;
    readonly whose: WhoseIds;
    readonly zone: string | undefined;
    readonly signal: AbortSignal;
};
/** Receiver of the rows of a part of the chat. */
export type RoleTaker = {
    /** Columns besides those of the fields, whose values are asked for by `slots`. */
    readonly columns?: readonly string[];
    /** Called once for each table: returns who takes its rows. */
    rows(cells: Cells, slots: readonly number[]): (place: RecordPlace) => void;
    /** Takes what is no record, as of a kind; absent in a pass that only looks. */
    readonly others?: {
        readonly kind: RejectedKind;
        readonly sink: Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'>;
    };
};
/** Passes the rows of a part of the chat, if the export has it. */
export declare function passRole(name: RoleName, taker: RoleTaker, input: RolesInput): Promise<void>;
/** Reads the times of a column. */
declare class TimeColumn {
    #private;
    /** The units that were guessed by the size of numbers. */
    readonly guessed: Set<string>;
    /**
     * @param name for messages, such as `messages.created_at`
     * @param zone of times without one; absent if none is known
     * @throws RunError `EXPORT.SHAPE_INVALID` for a zone that does not exist
     */
    constructor(name: string, { unit, zone }: Pick<Field, 'unit' | 'zone'>);
    /**
     * Milliseconds since 1970, with a fraction; NaN for what is no time, undefined for none: nothing, zero, `0000-00-00`.
     * @throws RunError `EXPORT.ZONE_MISSING`
     */
    read(written: string | undefined): number | undefined;
}
/** True if a text looks like UTF-8 that was read as latin1: `Ã©` for `é`. */
export declare const looksDoubleEncoded: (text: string) => boolean;
export {};
