import type { QueueUrl } from './queue-url.ts';
/** Turns a fault of a queue's server or driver into the error that ends a command; a bug stays what it is. */
export declare function queueError(thrown: unknown, { shown }: Pick<QueueUrl, 'shown'>): unknown;
