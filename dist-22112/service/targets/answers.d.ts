import type { Outcome } from '../../input/rows/outcome.ts';
import type { Verdict } from './target.ts';
/** Codes by which the service says that the row already exists. */
export declare const DUPLICATE_CODES: ReadonlySet<string>;
/** The verdict `duplicate` for a code that means "already exists", for requests of one item. */
export declare const duplicateOf: (code: string) => Verdict | undefined;
/** The verdict for the one item of a request whose answer is the created row. */
export declare function createdOne(body: unknown): readonly Verdict[] | undefined;
/** The `data` member of a success envelope; undefined if the body has no own `data` that is an object. */
export declare function dataOf(body: unknown): Record<string, unknown> | undefined;
/** The rows of a list in a success envelope; undefined if the body has none. */
export declare function listOf(body: unknown): readonly Readonly<Record<string, unknown>>[] | undefined;
/**
 * One row's result in any documented form: `{success: true, data}`, `{success: true, data: {data}}`,
 * `{success: false, error: {code, message}}`. If the answer has no result for the row, one of another form, or a refusal for
 * now, the row must be sent again.
 */
export declare function rowVerdict(results: Readonly<Record<string, unknown>>, key: string): Verdict;
/** The outcome of a row that the service created, with the service's id. The row may be wrapped in another `data`. */
export declare function createdAs(row: Readonly<Record<string, unknown>>): Outcome;
