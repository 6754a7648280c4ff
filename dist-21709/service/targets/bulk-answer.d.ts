import type { BulkRow } from './bulk.ts';
/**
 * Reads an answer of an import that says of all rows, in their order, that they were created.
 * @returns the id of each row, 0 if it has none; undefined for any other answer
 */
export declare function createdRows(bytes: Buffer, rows: readonly BulkRow[]): readonly number[] | undefined;
