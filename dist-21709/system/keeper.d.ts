/**
 * Keeps a state where other machines see it too, and says whose it is: a server. A state that only this machine has needs
 * none.
 */
export interface Keeper {
    /** The path of the lock file of the state: who has that asks here as well. */
    readonly lock: string;
    /**
     * Makes the state ours, and gets what the server has of it.
     * @param record who we are, as in a lock file
     * @param gone the record of a holder that is certainly gone, whose lease need not end
     * @returns undefined if another process has it
     * @throws RunError `STATE.SERVER_*`
     */
    take(record: string, gone: string | undefined): Promise<Lease | undefined>;
    /** Holder that had it last and has not given it back; undefined if nobody. @throws RunError `STATE.SERVER_*` */
    holder(): Promise<KeptHolder | undefined>;
    /** Takes it from a holder, whose writes are refused from then on; false if the holder is another one by now. */
    free(record: string): Promise<boolean>;
    /**
     * Reads a document of each state below this one, without a copy of them: of its shards.
     * @throws RunError `STATE.SERVER_*`
     */
    below(document: string): Promise<readonly KeptBelow[]>;
}
/** A state below another one. */
export type KeptBelow = {
    readonly text: string | undefined;
    readonly holder: KeptHolder | undefined;
};
/** A process that the server has given a state to. */
export type KeptHolder = {
    readonly record: string;
    /** Milliseconds since its last sign of life, by the clock of the server. */
    readonly silentMs: number;
    /** True if its time is over, so that anybody may take it. */
    readonly hasEnded: boolean;
};
/** A state that is ours for some seconds, which are renewed; disposing of it saves what is left and gives it back. */
export interface Lease extends AsyncDisposable {
    /** @throws RunError `STATE.LOCK_LOST` once its time is over, or another process has it */
    assertHeld(): void;
}
