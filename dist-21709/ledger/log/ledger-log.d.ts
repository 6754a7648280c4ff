import type { OpenLog } from '../../files/state/state-store.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import type { LedgerClaim } from '../claim.ts';
import { type Block, type BlockContent, type LogSums } from './block.ts';
import { type LedgerMeta } from './meta.ts';
/** Place where a log ends, or ended. */
export type LogEnd = LogSums & {
    /** Places where the last block begins and where it ends. */
    readonly last: number;
    readonly end: number;
    readonly crc: number;
};
/** Content that comes to a log with one call: blocks, and metadata that changes with them. */
type Append = {
    readonly blocks?: readonly BlockContent[];
    readonly meta?: Partial<LedgerMeta>;
    /** True if plans are stale from now on. */
    readonly isChange?: boolean;
};
/**
 * The truth of a ledger: blocks with checksums, one after the other, which are never changed. Each block has the checksum of
 * the one before, and the sums of all that comes before it, so that a reader can begin at any block.
 */
export declare class LedgerLog implements Disposable {
    #private;
    /** The first bytes that are no whole block, if there are any: what a kill or a power cut has left. */
    readonly tornAt: number | undefined;
    /**
     * Opens a log. What follows its last whole block is cut off with the first write.
     * @param path for messages
     * @param claims what the log held when checkpoints were saved
     * @throws RunError `STATE.CORRUPT` if it is none, or is damaged before what a claim says
     */
    constructor(store: OpenLog, path: string, claims: readonly LedgerClaim[]);
    /**
     * The bytes of a new log.
     * @param serial the number of changes before it
     */
    static begin(meta: LedgerMeta, serial?: number): Buffer;
    get meta(): LedgerMeta;
    /** Place where it ends now. */
    get end(): LogEnd;
    /** Place where it ended when the last sync of this process began: what comes before survives a power cut. */
    get synced(): LogEnd;
    lastRow(entity: EntityName): number;
    /**
     * Appends blocks with one write, which survives a kill. Of new rows of an entity there is one block.
     * @param rows the largest row numbers from then on
     * @returns where each block begins
     * @throws RunError `STATE.UNWRITABLE`: then nothing has changed
     */
    append({ blocks, meta, isChange }: Append, rows?: LogSums['rows']): readonly number[];
    /**
     * Resolves once what comes before `end` survives a power cut; by default everything.
     * @throws RunError `STATE.UNWRITABLE`, then for ever
     */
    sync(end?: number): Promise<void>;
    /** The blocks from a place on, to the end; each is valid until the next is read. */
    blocks(from: number, before?: number): Generator<Block>;
    /** True if anything may have been recorded of an entity since its fingerprints were published. */
    hasChanged(entity: EntityName): boolean;
    /** Place where the first block begins. */
    get start(): number;
    /** True if a block begins at a place, ends at another and has a checksum: then everything before is the same as then. */
    has({ last, end, crc }: Pick<LogEnd, 'last' | 'end' | 'crc'>): boolean;
    /**
     * Reads all of it.
     * @throws RunError `STATE.CORRUPT` with the first byte of the block that is damaged
     */
    check(): void;
    /** Syncs what is left, and closes the store; nothing if that is done. */
    [Symbol.dispose](): void;
}
export {};
