import { type Files } from '../../../system/files.ts';
import type { Difference, DifferenceGroup } from './verification-report.ts';
/** Groups differences by kind; memory does not grow with their number. */
export declare class DifferenceGroups {
    #private;
    add({ entity, mark, ...difference }: Difference): void;
    /** In the order of the entities, the most frequent first within an entity and mark. */
    all(): readonly DifferenceGroup[];
}
/** Writes every difference as NDJSON to a file that only its owner can read, and renames it into place at the end. */
export declare class DifferenceFile implements AsyncDisposable {
    #private;
    private constructor();
    /** @throws the error of the file system */
    static open(files: Files, path: string): Promise<DifferenceFile>;
    add(difference: Difference): Promise<void>;
    /** Renames the file into its place. */
    complete(): Promise<void>;
    /** Removes the file if it is not complete. */
    [Symbol.asyncDispose](): Promise<void>;
}
