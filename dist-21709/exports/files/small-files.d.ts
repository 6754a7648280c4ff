import type { Files } from '../../system/files.ts';
import type { ExportFile } from './export-files.ts';
import { type JsonRows, passJson } from './export-rows.ts';
/**
 * Reads exports that are thousands of small files with a JSON array each, such as one for each day: each is read whole,
 * which is many times as fast as to open a stream for it. A large or damaged one is read as any other file.
 */
export declare class SmallFiles implements AsyncDisposable {
    #private;
    constructor(files: Files);
    /**
     * Passes the elements of a file's array, in its order.
     * @throws RunError `SOURCE.*` if the export itself cannot be read
     */
    pass(file: ExportFile, rows: JsonRows, input: Parameters<typeof passJson>[2]): Promise<void>;
    [Symbol.asyncDispose](): Promise<void>;
}
