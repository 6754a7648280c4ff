import type { z } from 'zod';
import { ServiceError } from '../../errors/service-error.ts';
import { type ApiResponse } from '../transport/transport.ts';
/** A successful response. */
export type Answer<T> = {
    readonly data: T;
    /** Data that the service sends beside the result: `pagination`, `current`, `next`, `cursor`. */
    readonly meta: Readonly<Record<string, unknown>>;
    /**
     * True if the response to an earlier attempt was lost. Rows may then be refused only because that attempt wrote them.
     */
    readonly ambiguous: boolean;
};
/**
 * Reads an answer: a success has a 2xx status and a `data` property, or is an acknowledgement without an envelope, as
 * some calls of moderation are documented.
 * @throws ServiceError with the service's code for a refusal, `SERVICE.FOREIGN_ANSWER` for any other answer
 */
export declare function readAnswer<T>(response: ApiResponse, shape: z.ZodType<T>, call: string, bare?: boolean): Answer<T>;
/** The error for an answer that is not a success. */
export declare function refusalOf(response: ApiResponse, call: string): ServiceError;
