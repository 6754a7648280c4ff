import type { RowChange } from '../../delivery/row-change.ts';
import { type ListedChanges } from '../../report/result/changes.ts';
import type { Files } from '../../system/files.ts';
/**
 * The changes of a run as NDJSON, in the order in which the service accepted them. Each batch is written at once, so a
 * killed run has listed what it did. A list that cannot be written ends with what it has; the run goes on.
 */
export declare class ChangeLog implements Disposable {
    #private;
    /**
     * Creates the file with mode 0600.
     * @throws the error of the file system
     */
    constructor(path: string, files: Files, most?: number);
    /** Appends changes; a method that can be passed on. */
    add: (changes: readonly RowChange[]) => void;
    get result(): ListedChanges;
    /** The problem with the list; undefined if nothing is. */
    get failure(): string | undefined;
    /** Says in the last line how many changes are not listed, and closes the file. */
    [Symbol.dispose](): void;
}
