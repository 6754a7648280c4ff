import { type Status } from './find-status.ts';
/**
 * A status as JSON.
 * @param isLine whether it is one of several, a line each
 */
export declare function statusJson({ pipeline, checkpoint, savedAt, done, lock, retry, logged: { progress, ended } }: Status, isLine: boolean): string;
