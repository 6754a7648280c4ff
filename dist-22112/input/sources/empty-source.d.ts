import type { Source, SourceFormat, SourceOptions } from './source.ts';
/**
 * Opens a file that may have no rows, if the options allow it: one of several files. A file of no bytes is then a
 * source without columns and rows; the options' `warn` gets a sentence about it.
 * @param open opens the file with options whose `warn` passes on each sentence once
 * @throws RunError as `open`
 */
export declare function openOrEmpty(format: SourceFormat, path: string, options: SourceOptions, open: (options: SourceOptions) => Promise<Source>): Promise<Source>;
