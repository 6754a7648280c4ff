import { type Bounds } from './record.ts';
/**
 * The place of a record: its first byte and the one after it in the bytes that are read, and its position in the
 * file.
 */
export type Place = {
    readonly start: number;
    readonly end: number;
    readonly line: number;
    readonly byte: number;
    /** The line and byte after the record, and after its line end where each record has one. */
    readonly endLine: number;
    readonly endByte: number;
};
/**
 * Finds the members of a JSON object without parsing it. It refuses every unusual one (an escaped code, a fraction, an
 * unknown or repeated name, a nested value that CompactJson does not read), so its result for one that it accepts is
 * always correct.
 */
export declare class JsonRecord implements Bounds {
    #private;
    bytes: Buffer;
    starts: Int32Array<ArrayBuffer>;
    ends: Int32Array<ArrayBuffer>;
    forms: Uint8Array<ArrayBuffer>;
    readonly file: number;
    row: number;
    line: number;
    byte: number;
    recordStart: number;
    recordEnd: number;
    endLine: number;
    endByte: number;
    /** @param names the known member names; more may be added between two objects */
    constructor(file: number, names: readonly string[]);
    /** True if the text is such an object; the bounds of its members are then at the indices of their names. */
    reads(bytes: Buffer, place: Place, row: number): boolean;
    /** Says where the object is whose members were found last. */
    place({ start, end, line, byte, endLine, endByte }: Place, row: number): void;
    /** Finds the members of an object that ends before `end`; returns the index after it, or -1 if it is not such an object. */
    endOf(bytes: Buffer, start: number, end: number): number;
}
