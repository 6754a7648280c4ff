import { type Job, type ThreadStart } from './calls.ts';
/** Screens blocks of a file in one thread. It keeps nothing of them: the reader of the file decides what becomes of a row, in order. */
export declare class BlockScreener {
    #private;
    constructor({ compiled, memory, masks, urlSafe, idClass, scratch, cells }: ThreadStart);
    /** The place for the bytes of a block. */
    roomOf({ from, bytes: end, blockBytes, areas }: Job, block: number): {
        readonly at: number;
        readonly room: Buffer;
    };
    /**
     * Screens the records of a block that are whole, and says that it is ready.
     * @param isRead false if the file has become shorter, which its reader notices: no row is ready then
     */
    finish(job: Job, block: number, isRead: boolean): void;
}
