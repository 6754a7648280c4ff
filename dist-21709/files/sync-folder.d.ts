import type { Files } from '../system/files.ts';
/** Makes the names in a folder survive a power cut. */
export declare function syncFolder(files: Files, path: string): Promise<void>;
