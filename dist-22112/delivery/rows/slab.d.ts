import type { Entity, OwnedFields } from '../../input/entities/entity.ts';
import type { Source } from '../../input/sources/source.ts';
import type { WriteRoom, Written } from '../../prefilter/facts.ts';
/** Properties that the rows of one file have in common. */
export type SlabFile = {
    /** Its index in the step. */
    readonly file: number;
    readonly entity: Entity;
    readonly source: Pick<Source, 'path' | 'rowOf'>;
    /** The fields that its rows own. */
    readonly owned: OwnedFields;
};
/**
 * Memory for many rows that the screen has accepted: typed arrays instead of objects, because millions of
 * objects that live until their request is answered cost more than everything else that is done with them. It is used
 * again when none of its rows is left in the window.
 */
export declare class Slab {
    #private;
    /** For each row: `"key":` and its JSON, as they stand in the body of a request, then its conversation. */
    readonly text: Buffer<ArrayBuffer>;
    readonly textAt: Int32Array<ArrayBuffer>;
    /** Places where the JSON begins, after `"key":`. */
    readonly jsonAt: Int32Array<ArrayBuffer>;
    readonly jsonEnd: Int32Array<ArrayBuffer>;
    readonly conversationEnd: Int32Array<ArrayBuffer>;
    /** The records as they stand in the file: a row that the service refuses is read from there again. */
    readonly records: Buffer<ArrayBuffer>;
    readonly recordAt: Int32Array<ArrayBuffer>;
    readonly recordEnd: Int32Array<ArrayBuffer>;
    /** Records that the ledger writes of rows before they are sent; for a row for which that is not ready, its end is 0. */
    readonly log: Buffer<ArrayBuffer>;
    readonly logAt: Int32Array<ArrayBuffer>;
    readonly logEnd: Int32Array<ArrayBuffer>;
    /** The service's ids of created rows; 0 if there is none. */
    readonly id: Float64Array<ArrayBuffer>;
    /** The fingerprint of the key, and the hash of the content. */
    readonly keyLo: Uint32Array<ArrayBuffer>;
    readonly keyHi: Uint32Array<ArrayBuffer>;
    readonly content: Uint32Array<ArrayBuffer>;
    /** The fingerprint of the order key, its lower half. */
    readonly order: Uint32Array<ArrayBuffer>;
    /** The version of the row, as the ledger has it. */
    readonly contentVersion: Float64Array<ArrayBuffer>;
    readonly fixedVersion: Float64Array<ArrayBuffer>;
    /** Epoch seconds; 0 if there is none. */
    readonly sentAt: Float64Array<ArrayBuffer>;
    readonly isActive: Uint8Array<ArrayBuffer>;
    /** True if the key has escapes in its JSON. */
    readonly hasEscapes: Uint8Array<ArrayBuffer>;
    /** Positions, as in a Row. */
    readonly row: Float64Array<ArrayBuffer>;
    readonly line: Float64Array<ArrayBuffer>;
    readonly byte: Float64Array<ArrayBuffer>;
    readonly endLine: Float64Array<ArrayBuffer>;
    readonly endByte: Float64Array<ArrayBuffer>;
    /** The rows as objects, kept to be used again. */
    readonly objects: unknown[];
    /** The files of the rows. Nothing of a run is kept after it. */
    readonly files: (SlabFile | undefined)[];
    /** Rows so far, and how many of them are still needed. */
    rows: number;
    /** True if a part of it is left that is large enough for many rows. */
    get hasRoomForBlock(): boolean;
    /** Place where the next rows begin, and what is left for them. */
    get room(): WriteRoom;
    /**
     * Adds rows that were written for this room; their places are set later, and only of those that are kept.
     * @returns the index of the first, and where the records begin
     */
    addBlock(rows: number, { text, log, records }: Pick<Written, 'text' | 'log' | 'records'>): {
        readonly first: number;
        readonly recordsAt: number;
    };
    /** Says that a row, or the block that rows are taken from, is needed. */
    keep(): void;
    /** Says that a row is not needed any more; after the last one of a slab that takes no more rows, it is free. */
    release(): void;
    /** Says that no more rows are added. */
    close(): void;
}
/** Slabs for the rows of a step, one after the other. */
export declare class Slabs {
    #private;
    /** A slab with room for many rows; those of the last block are taken or left by now. */
    forBlock(): Slab;
}
