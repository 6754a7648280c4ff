import { type Files } from '../../system/files.ts';
/**
 * The records of a file with their line ends, each byte as one character: lines, or in a CSV file rows, whose cells may have
 * line ends in quotes. Any text can be read and written like that as it was.
 */
export declare function recordsIn(path: string, files: Files): Generator<string>;
/** True if a file is compressed, so that no test of its bytes tells what is in it. */
export declare function isPackedFile(path: string, files: Files): boolean;
/** True if any part of a file passes a test; parts overlap by as much as a name is long at most. */
export declare function someOf(path: string, test: (text: string) => boolean, files: Files): boolean;
/** Writes the records that stay, beside the file and then in its place; returns how many bytes there are now. */
export declare function keepRecords(path: string, stays: (record: string, index: number) => boolean, files: Files): number;
