import { type ApiError, type ApiResponse } from './transport.ts';
/** The largest body of an answer. */
export declare const RESPONSE_BYTES_MAX: number;
/**
 * An answer as it arrived. Its body is parsed when somebody asks for it: the answers of an import are usually read from
 * their bytes.
 */
export declare function receivedAnswer(status: number, headers: ApiResponse['headers'], bytes: Buffer): ApiResponse & {
    readonly bytes: Buffer;
};
/** The same bytes with the methods of Node.js; types that programs see do not name these. */
export declare const bufferOf: (bytes: Uint8Array) => Buffer;
/** The beginning of a body, as messages show it if it is not JSON. */
export declare const shownText: (bytes: Uint8Array) => string;
/** The error of an answer in the service's envelope; undefined if there is none. Does not parse an answer that surely has none. */
export declare function errorOf(response: ApiResponse): ApiError | undefined;
/** True if the service refused the request because there were too many (429). */
export declare function isRefusal(response: ApiResponse): boolean;
