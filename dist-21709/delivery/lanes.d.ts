/**
 * Processes every batch with `width` workers that pull from one iterator. Batches that share a lane run one after the
 * other, in the order in which they were pulled. After an error, rejects with the first one, once every worker has
 * finished its batch and the iterator is closed.
 */
export declare function lanes<T extends {
    readonly lanes: readonly number[];
}>(batches: AsyncIterable<T>, width: number, work: (batch: T) => Promise<void>): Promise<void>;
