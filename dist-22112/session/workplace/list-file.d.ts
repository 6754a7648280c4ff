import { type Files } from '../../system/files.ts';
/**
 * Writes a list into the state folder, beside its place first: it is whole or not there. Without lines there is no file.
 * @param lines each with its line end; undefined if it is known that there are none
 * @param shown what it is, for messages
 * @throws RunError `STATE.UNWRITABLE`
 */
export declare function writeList(path: string, head: string, lines: AsyncIterable<string> | undefined, shown: string, files: Files): Promise<void>;
