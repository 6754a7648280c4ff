import { ServiceError } from '../errors/service-error.ts';
import { type ApiResponse } from '../service/transport/transport.ts';
/** Fails the check unless the condition holds. */
export declare function must(condition: unknown, message: string): asserts condition;
/** Fails the check unless both values are equal as JSON. The order of members does not matter. */
export declare function same(actual: unknown, expected: unknown, what: string): void;
/** Fails the check unless both lists hold the same texts, in any order. */
export declare function sameSet(actual: readonly string[], expected: readonly string[], what: string): void;
/**
 * Fails the check unless the call is refused with one of the codes and a status that belongs to it. Returns the
 * refusal.
 */
export declare function refused(call: Promise<unknown>, ...codes: readonly string[]): Promise<ServiceError>;
/** Fails the check unless the call is refused because it is too large: status 400, or 413 with any text. */
export declare function refusedForSize(call: Promise<unknown>): Promise<void>;
/** As `refused`, for a raw answer. Checks the error envelope too. */
export declare function refusedRaw({ status, body, text }: ApiResponse, ...codes: readonly string[]): void;
type RowOutcome = {
    readonly success: boolean;
    readonly error?: {
        readonly code?: string | undefined;
    } | undefined;
};
/** Fails the check unless the row was refused with one of the codes. */
export declare function refusedRow(row: RowOutcome | undefined, what: string, ...codes: readonly string[]): void;
/** Fails the check unless an existing row was refused with one of the codes or overwritten. Both are documented. */
export declare function repeated(row: RowOutcome | undefined, what: string, ...codes: readonly string[]): void;
/** Fails the check unless the row succeeded. */
export declare function accepted(row: RowOutcome | undefined, what: string): void;
/** True if a value is a time in seconds since 1970, not in milliseconds. */
export declare function isTime(value: unknown): value is number;
export {};
