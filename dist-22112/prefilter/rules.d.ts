import type { Entity } from '../input/entities/entity.ts';
import { type Mapping } from '../input/rows/mapping.ts';
import { type Fingerprint } from '../keys/fingerprint64.ts';
import { type ClockFormat } from './clock-steps.ts';
import { type ZoneDays } from './zone-days.ts';
/** A word that a field may have: the bytes in a cell, and the value for the service. */
export type Word = {
    readonly bytes: Uint8Array;
    readonly value: string;
} & Fingerprint;
/** The text that the pipeline adds around an id, lower-cased. */
export type Affixes = {
    readonly before: Uint8Array;
    readonly after: Uint8Array;
};
/**
 * The way in which the times of a column are read: `auto` is seconds or ISO 8601; and in which zone they are if
 * they name none.
 */
export type TimeReading = {
    readonly format: 'auto' | 'iso' | 's' | 'ms' | 'us' | ClockFormat;
    readonly zone: ZoneDays | undefined;
};
/** The check of the cells of one field; a record with a `never` cell is always checked as a row. */
export type CellRule = {
    readonly kind: 'id';
    readonly affixes: Affixes | undefined;
} | {
    readonly kind: 'key';
} | {
    readonly kind: 'text';
    readonly bytesMax: number;
} | {
    readonly kind: 'url';
} | {
    readonly kind: 'time';
    readonly reading: TimeReading;
} | {
    readonly kind: 'word';
    readonly words: readonly Word[];
}
/** A JSON object, a JSON list of texts. */
 | {
    readonly kind: 'json' | 'tags';
} | {
    readonly kind: 'never';
};
/** The check of one field of a record. */
export type Rule = {
    readonly field: string;
    /** The field's index in the entity's list, which is hashed with its content. */
    readonly index: number;
    /** The column; -1 if the field is the same in every row. */
    readonly column: number;
    /** The column with what the file says, if `column` is what was made of it; -1 if that is more than one column. */
    readonly written?: number;
    readonly cellRule: CellRule;
    readonly required: boolean;
    /** Set if the field has the time of the row, `sentAt`, in every record that is proved; it has no column. */
    readonly isSentAt?: true;
    /** The value of an empty cell, or of every cell if there is no column. */
    readonly fallback: (Fingerprint & {
        readonly value: string;
    }) | undefined;
};
/**
 * The rules by which the records of a file are checked; undefined if a field needs more than its own cell.
 * @param columns names of the columns, in the order of a record's cells
 * @param isSentAsRead whether messages without `readAt` get one
 */
export declare function rulesOf(entity: Entity, mapping: Mapping, columns: readonly string[], isSentAsRead?: boolean): readonly Rule[] | undefined;
/** Bytes of a cell that are certainly within the field's limit. */
export declare function bytesMaxOf(cellRule: CellRule): number;
