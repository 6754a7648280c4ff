/**
 * The place where a pipeline keeps its state between runs: logs, which only grow, and small documents, which are
 * replaced as a whole. Each has a name like a path in a folder, such as `keys/users.bin`. Nothing else writes to it
 * meanwhile (the lock of the state). Another place, such as a database server, is another object with these
 * methods; one that is far away keeps a copy here of what it reads.
 */
export interface StateStore {
    /** The name of a log or a document in messages: the path of its file, where it has one. */
    pathOf(name: string): string;
    /** The length in bytes; undefined if it does not exist. @throws the error of the store */
    bytesOf(name: string): Promise<number | undefined>;
    /** Opens what is kept to be read; undefined if it does not exist. @throws the error of the store */
    read(name: string): KeptBytes | undefined;
    /**
     * Makes an empty log where nothing has made room for it before, such as its folder; its name survives a power cut.
     * @throws RunError `STATE.UNWRITABLE`
     */
    begin(name: string): Promise<void>;
    /**
     * Writes to a log at the place up to which it is claimed, not at its end: bytes beyond it come from a run that was killed.
     * With 0 the log is begun anew. Survives a power cut on return.
     * @returns the number of bytes written
     * @throws RunError `STATE.UNWRITABLE`
     */
    append(name: string, data: string | Uint8Array, at: number): Promise<number>;
    /** Cuts off what comes after the first `bytes`. @throws the error of the store */
    truncate(name: string, bytes: number): Promise<void>;
    /** Deletes a log or a document, if it exists; no power cut brings it back. @throws the error of the store */
    remove(name: string): Promise<void>;
    /** Opens a log that exists and is written all the time. @throws the error of the store */
    open(name: string): OpenLog;
    /** Makes a log that nobody else sees before it is published. @throws the error of the store */
    draft(name: string): Draft;
    /** Keeps room for what is written last, where a store can be full. */
    reserve(name: string): KeptRoom;
    /**
     * Replaces a document, or makes it: it is there as before or as it is now, never in part. Survives a power cut on return.
     * @throws the error of the store
     */
    save(name: string, data: string | Uint8Array): Promise<void>;
}
/** The bytes that are kept under a name, open until it is disposed of. */
export interface KeptBytes extends Disposable {
    /** The number of bytes. */
    readonly bytes: number;
    /** Reads bytes from a place on into a buffer; returns how many, fewer only at the end. */
    read(into: Uint8Array, at: number): number;
}
/** True if there is something under a name: an empty log has nothing that could be lost. */
export declare function holdsBytes(state: StateStore, name: string): boolean;
/**
 * The text of what is kept under a name; undefined if there is nothing.
 * @param most of its beginning, bytes
 */
export declare function textIn(state: StateStore, name: string, most?: number): string | undefined;
/** Room that is kept in a store. */
export interface KeptRoom {
    /** Gives it back. */
    release(): void;
}
/** A log that is open to be written. Dispose of it once no `sync` is under way. */
export interface OpenLog extends KeptBytes {
    /**
     * Writes bytes at a place, at the end or over what a process that was killed has left there. A kill does not undo it.
     * @throws the error of the store; the bytes may then be there in part
     */
    write(bytes: Uint8Array, at: number): void;
    /** Resolves once everything that was written before the call survives a power cut. */
    sync(): Promise<void>;
    /** The same at once. */
    syncNow(): void;
    /** Cuts off what comes after the first `bytes`. */
    truncate(bytes: number): void;
}
/** A log that is being made: it can be written everywhere. Without `publish` it is gone when it is disposed of. */
export interface Draft extends OpenLog {
    /** Gives it its name, and the place of what had the name before; survives a power cut on return. It ends with that. */
    publish(): void;
}
