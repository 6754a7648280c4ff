import type { KeptBytes } from '../../files/state/state-store.ts';
import { type EntityName } from '../../input/entities/entity.ts';
/** Kinds of things that a block records; the numbers are stored. */
declare const KINDS: {
    /** The metadata from here on. */
    readonly meta: 1;
    /** New rows that are about to be sent, with consecutive numbers. */
    readonly intended: 2;
    /** Rows with numbers that are about to be sent. */
    readonly resent: 3;
    /** Whole entries with their numbers. */
    readonly entries: 4;
    /** Rows that the service has acknowledged. */
    readonly acknowledged: 5;
    /** A change of state of rows. */
    readonly marked: 6;
    /** Rows are uncertain that the service removes together with others. */
    readonly dependents: 7;
    /** Of rows with the same key only one counts, and from here on a key is recorded once. */
    readonly keyed: 8;
    /** The fingerprints of all rows are published. */
    readonly published: 9;
    /** Every row is deleted. */
    readonly cleared: 10;
    /** Rows that have changed since their fingerprints were published. */
    readonly changed: 11;
    /** Nothing that is recorded of our rows is certain any more. */
    readonly reopened: 12;
};
type BlockKind = keyof typeof KINDS;
/** Sums of a log at the end of a block. */
export type LogSums = {
    /** The number of changes that make plans stale. */
    readonly serial: number;
    /** The largest row number of each entity; 0 if there is none. */
    readonly rows: Readonly<Record<EntityName, number>>;
    /** Place where the last block of metadata begins. */
    readonly metaAt: number;
};
/** Content that is to be recorded in a block. */
export type BlockContent = {
    readonly kind: BlockKind;
    readonly entity?: EntityName | undefined;
    /** A number that the kind gives a meaning to, below 2^16. */
    readonly detail?: number;
    /** Number of rows that it has. */
    readonly count?: number;
    /** @default nothing */
    readonly payload?: Uint8Array;
};
/** A block in a log. */
export type Block = Required<Pick<BlockContent, 'kind' | 'detail' | 'count'>> & {
    readonly entity: EntityName | undefined;
    /** Valid until the next block is read. */
    readonly payload: Buffer;
    readonly at: number;
    readonly end: number;
    /** Checksum of the block and, by the one before, of everything before it. */
    readonly crc: number;
    readonly sums: LogSums;
};
/** The bytes of a block that follows one with the checksum `before`, and its checksum. */
export declare function blockBytes({ kind, entity, detail, count, payload }: BlockContent, sums: LogSums, before: number): {
    readonly bytes: Buffer;
    readonly crc: number;
};
/** Number of bytes of a log that are read at once. */
export declare const READ_BYTES: number;
/** Reads blocks of a log, a megabyte at once. */
export declare class LogBlockReader {
    #private;
    /** @param readBytes how much is read at once; little where single blocks are looked at */
    constructor(store: KeptBytes, readBytes?: number);
    /**
     * The block at a place; undefined if there is no whole and undamaged one.
     * @param before the checksum of the block before; not compared if undefined
     */
    at(at: number, before: number | undefined): Block | undefined;
    /** Forgets what was read, because it may have been written since. */
    refresh(): void;
}
export {};
