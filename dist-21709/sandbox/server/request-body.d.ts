import type { IncomingMessage } from 'node:http';
import { ApiError } from '../wire/api-error.ts';
import { type Fields } from '../wire/validation.ts';
/** A request body that is larger than allowed. */
export declare class TooLargeError extends ApiError {
    /** `maxBytes` is the exceeded limit. */
    constructor(maxBytes: number);
}
/**
 * Reads bodies of requests. Where those under way are too large together, all but the first and the short ones wait until others
 * are through: their clients see that they are not read.
 */
export declare class BodyReader {
    #private;
    /**
     * Reads a body of at most `maxBytes`. Rejects with TooLargeError as soon as the body is known to be larger.
     * Without `keep`, the body is read to its end and dropped.
     */
    read(request: IncomingMessage, maxBytes: number, keep: boolean): Promise<Buffer>;
}
/** A body as an object. An empty body is an empty object; any other body must be a JSON object in UTF-8. */
export declare function parseBody(bytes: Buffer, parse?: (text: string) => unknown): {
    readonly text: string;
    readonly fields: Fields;
};
/**
 * Reads a form (multipart/form-data, RFC 7578) as an object: each part by its name, a repeated name or one that ends
 * in `[]` as a list. A file counts as its text. Throws ERR_BAD_REQUEST for another type, a form that is cut off, and
 * bytes that are not UTF-8.
 */
export declare function readForm(contentType: string | string[] | undefined, body: Buffer): Fields;
