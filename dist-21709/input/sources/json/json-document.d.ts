import type { Source, SourceFormat, SourceOptions } from '../source.ts';
/**
 * Opens a JSON document as a source of the rows at a path. It is always read from its beginning: `plain` is false.
 * @param format what the rows are written as if they are rejected
 * @param rows the path of the rows, such as `$.channels[*].messages[*]`
 * @throws RunError `SOURCE.*`, also while it is read
 */
export declare function openDocument(format: SourceFormat, path: string, file: number, rows: string, options: SourceOptions): Promise<Source>;
