import type { Files } from '../../system/files.ts';
/** Deletes an index: it is made anew when it is needed. */
export declare function removeIndex(path: string, files: Files): void;
