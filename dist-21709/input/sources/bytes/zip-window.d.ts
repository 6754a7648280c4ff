import { type Files } from '../../../system/files.ts';
/** Reads small files of one zip archive whole, thousands of them with a few reads of the disk. */
export declare class ZipWindow implements AsyncDisposable {
    #private;
    readonly path: string;
    private constructor();
    /** @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED`, `.ARCHIVE_UNSAFE` */
    static open(path: string, files: Files): Promise<ZipWindow>;
    /**
     * The bytes of a file; undefined if it is larger than `bytesMax`, or damaged, or has to be read in another way.
     * @throws RunError `SOURCE.UNREADABLE` if the archive cannot be read
     */
    read(member: string, bytesMax: number): Promise<Buffer | undefined>;
    [Symbol.asyncDispose](): Promise<void>;
}
