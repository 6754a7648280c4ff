import type { RowCode } from '../../errors/row-codes.ts';
import type { FieldKind } from '../entities/entity.ts';
import { type TimeFormat } from './time.ts';
/** A cell that cannot be read; becomes a Problem of its field. */
export declare class Unreadable {
    readonly code: RowCode;
    readonly message: string;
    readonly value: unknown;
    constructor(code: RowCode, message: string, value: unknown);
}
/** Empty cells, null and missing members mean that there is no value. */
export declare const isAbsent: (cell: unknown) => boolean;
/** Turns a cell into the value of its field; returns an `Unreadable` if the cell does not fit. */
export declare function decode(cell: unknown, kind: FieldKind, format: TimeFormat): unknown;
/** True if a cell is a number that has certainly lost digits. */
export declare const isRounded: (cell: unknown) => boolean;
/** True if a JSON number has a fraction, an exponent that hides digits or a sign that is lost: its text is not known. */
export declare const isNotWhole: (cell: unknown) => boolean;
/** The problem of an id that has lost digits. */
export declare const digitsLost: (cell: unknown) => Unreadable;
