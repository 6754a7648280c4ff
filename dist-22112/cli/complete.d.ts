import type { Files } from '../system/files.ts';
type FolderFiles = Pick<Files, 'readdir' | 'stat'>;
/**
 * The text that a shell reads to complete a command line: a candidate on each line, after a tab what it is for.
 * @param words those after `chatferry`; the last one is begun, maybe empty
 */
export declare function complete(words: readonly string[], files: FolderFiles): Promise<string>;
export {};
