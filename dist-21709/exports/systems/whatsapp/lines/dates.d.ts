import type { Dialect, Header } from './header.ts';
/** The orders in which day, month and year stand. */
export declare const dayOrders: readonly ['dmy', 'mdy', 'ymd'];
export type DayOrder = (typeof dayOrders)[number];
/** The orders that a date may be written in. */
export declare const ordersOf: ({ year }: Dialect) => readonly DayOrder[];
/**
 * The day of a date in an order, as milliseconds from 1970 to its beginning in UTC; undefined if there is no such day. A year
 * of two digits is one from 2000 on.
 */
export declare function dayOf({ parts, dialect }: Pick<Header, 'parts' | 'dialect'>, order: DayOrder): number | undefined;
/** Order of a file's dates, and how it was found. */
export type FoundOrder = {
    readonly order: DayOrder;
    /** Set if the days of the file prove another order than the declared one. */
    readonly isAgainst?: true;
};
/** Gathers what the dates of a file say about their order. */
export declare class DayOrderEvidence {
    #private;
    constructor(dialect: Dialect);
    /** Takes the beginning of a message; a date in no order is none. */
    add(header: Header): void;
    /** The order of the file: proved by its days, or declared, or proved by their sequence; undefined if none of these. */
    order(declared: DayOrder | undefined): FoundOrder | undefined;
}
