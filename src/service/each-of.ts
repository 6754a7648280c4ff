/**
 * Does work that calls the service for each of many, some at once. An item is taken only when there is room for it, and is
 * then done, unless another one has failed. Once one has failed, or the signal is aborted, no more are taken; what is under
 * way ends first.
 * @param concurrency items under way at once
 * @param signal work that is to end early listens to it as well
 * @throws what the first of them has failed with, what `items` throws, or the reason of the signal
 */
export async function eachOf<T>(
  items: Iterable<T> | AsyncIterable<T>,
  concurrency: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  const underWay = new Set<Promise<void>>();
  let room = Promise.withResolvers<void>();
  let failure: { readonly reason: unknown } | undefined;
  const attempt = async (item: T): Promise<void> => {
    if (failure) return;
    try {
      await work(item);
    } catch (reason) {
      failure ??= { reason };
    }
  };
  try {
    for await (const item of items) {
      const done = attempt(item).finally(() => {
        underWay.delete(done);
        room.resolve();
      });
      underWay.add(done);
      // A race of all would leave something with the slowest each time.
      room = Promise.withResolvers();
      if (underWay.size === concurrency) await room.promise;
      if (failure || signal?.aborted) break;
    }
  } finally {
    await Promise.all(underWay);
  }
  if (failure) throw failure.reason;
  signal?.throwIfAborted();
}
