/** Places in the ledger's log where the intents of rows end, so that a request waits for those of its own rows alone. */
export declare class IntentEnds {
    #private;
    /**
     * @param seq number of the last row of a chunk
     * @param end where the log ends that has the intents of all rows up to it
     */
    add(seq: number, end: number): void;
    /**
     * Place where the intents of a row end; undefined if nothing is known of it.
     * @param head no row before it will be asked for
     */
    of(seq: number, head: number): number | undefined;
}
