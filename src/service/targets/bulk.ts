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
  /** The request, which reads their ids from its answer. */
  build(rows: readonly BulkRow[]): ApiRequest;
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;

/**
 * The body of a request for several rows.
 * @param before the bytes up to the first row
 * @param keyMember `"name":` of a member that repeats the key in each row; empty if there is none
 */
export function bulkBody(rows: readonly BulkRow[], before: Buffer, keyMember: Buffer): Buffer {
  let length = before.length + rows.length + 1;
  for (const { textAt, jsonAt, jsonEnd } of rows)
    length += jsonEnd - textAt + (keyMember.length > 0 ? keyMember.length + jsonAt - textAt : 0);
  const body = Buffer.allocUnsafe(length);
  let at = before.copy(body);
  for (const { text, textAt, jsonAt, jsonEnd } of rows) {
    if (keyMember.length === 0) at += text.copy(body, at, textAt, jsonEnd);
    else {
      at += text.copy(body, at, textAt, jsonAt);
      body[at++] = OPEN;
      at += keyMember.copy(body, at);
      // The key without its colon, then the members of the row.
      at += text.copy(body, at, textAt, jsonAt - 1);
      body[at++] = COMMA;
      at += text.copy(body, at, jsonAt + 1, jsonEnd);
    }
    body[at++] = COMMA;
  }
  // The last comma becomes the end of the rows.
  body[at - 1] = CLOSE;
  body[at++] = CLOSE;
  return body.subarray(0, at);
}
