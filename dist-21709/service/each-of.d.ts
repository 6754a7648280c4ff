/**
 * Does work that calls the service for each of many, some at once. An item is taken only when the one before it is under
 * way, so at most one waits, and an item that was taken is done, unless another one has failed. Once one has failed, or
 * the signal is aborted, no more are taken; what is under way ends first.
 * @param concurrency items under way at once
 * @param signal work that is to end early listens to it as well
 * @throws what the first of them has failed with, what `items` throws, or the reason of the signal
 */
export declare function eachOf<T>(items: Iterable<T> | AsyncIterable<T>, concurrency: number, work: (item: T) => Promise<void>, signal?: AbortSignal): Promise<void>;
