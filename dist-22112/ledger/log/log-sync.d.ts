/** Makes writes survive a power cut: all that wait for it while one sync is under way share the next one. */
export declare class LogSync<Position> {
    #private;
    /** Place where the log ended when the last finished sync began. */
    synced: Position;
    /**
     * @param sync resolves once everything written before the call survives a power cut
     * @param position where the log ends now
     * @param synced where it ended at a sync before
     */
    constructor(sync: () => Promise<void>, position: () => Position, synced: Position);
    /**
     * Resolves once everything written before the call survives a power cut.
     * @throws the error of the first sync that failed: what is on the disk since then is unknown, so there is no other one
     */
    now(): Promise<void>;
    /** @throws the error of a sync that failed */
    assertSound(): void;
    /** Resolves when no sync is under way; never rejects. */
    idle(): Promise<void>;
    get isSound(): boolean;
    get isRunning(): boolean;
}
