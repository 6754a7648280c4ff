/**
 * Processes every batch with `width` workers that pull from one iterator. Batches that share a lane run one after the
 * other, in the order in which they were pulled. After an error, rejects with the first one, once every worker has
 * finished its batch and the iterator is closed.
 */
export async function lanes<T extends { readonly lanes: readonly number[] }>(
  batches: AsyncIterable<T>,
  width: number,
  work: (batch: T) => Promise<void>,
): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  const tails = new Map<number, Promise<void>>();
  const worker = async (): Promise<void> => {
    for (;;) {
      const pulled = await iterator.next();
      if (pulled.done) return;
      const batch = pulled.value;
      const before = batch.lanes.map((lane) => tails.get(lane));
      const done = Promise.withResolvers<void>();
      for (const lane of batch.lanes) tails.set(lane, done.promise);
      try {
        await Promise.all(before);
        await work(batch);
      } finally {
        done.resolve();
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: width }, worker));
  await iterator.return?.();
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}
