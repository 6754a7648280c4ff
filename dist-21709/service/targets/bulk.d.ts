import type { ApiRequest } from '../transport/transport.ts';
/** A row as bytes of JSON: `"key":{…}`. */
export interface BulkRow {
    readonly text: Buffer;
    /**
     * The places where the key begins, with its quote, where its JSON begins, after the colon, and where that ends.
     */
    readonly textAt: number;
    readonly jsonAt: number;
    readonly jsonEnd: number;
}
/** The way in which rows whose JSON is ready share a request. */
export interface Bulk {
    /** Fields that such a row must have: the request adds them to a row without them. */
    readonly needs: readonly string[];
    build(rows: readonly BulkRow[]): ApiRequest;
    /**
     * Reads a 2xx answer that says of all rows, in their order, that they were created.
     * @returns their ids, 0 for none; undefined for any other answer, which has to be parsed
     */
    settle(answer: Buffer, rows: readonly BulkRow[]): readonly number[] | undefined;
}
/**
 * The body of a request for several rows.
 * @param before the bytes up to the first row
 * @param keyMember `"name":` of a member that repeats the key in each row; empty if there is none
 */
export declare function bulkBody(rows: readonly BulkRow[], before: Buffer, keyMember: Buffer): Buffer;
