import type { ApiResponse } from '../../service/transport/transport.ts';
/** Refusal of a row by the service. */
export type RefusedAs = {
    readonly status: number;
    /** The service's code, or `HTTP_<status>` for an answer without one. */
    readonly code: string;
    readonly message: string;
    /** True if the service refused the request as a whole, or not in its own words: it has not judged the row. */
    readonly isUnjudged: boolean;
    /** The answer, to be quoted if the run ends; absent for a row's own result in an answer to several rows. */
    readonly answer?: Pick<ApiResponse, 'body' | 'text'>;
};
/**
 * Watches whether the service refuses all rows of a step alike. Then not the rows are at fault, but what stands between
 * them and the service, and no row may be rejected for it. The first other answer ends the watch. After many refusals, it
 * lets the batches under way finish before it decides, because a better answer may be on its way.
 */
export declare class RefusalWatch {
    #private;
    /**
     * @param rows what the rows are called in messages
     * @param isOff true if all rows may be refused
     */
    constructor(rows: string, isOff: boolean);
    /** True if rows were refused, and every one of them alike. */
    get isUndecided(): boolean;
    /**
     * Sends a batch.
     * @throws RunError `SERVICE.REFUSES_ALL`
     */
    during(send: () => Promise<void>): Promise<void>;
    /** The service accepted a row. */
    accepted(): void;
    /**
     * The service refused a row. Resolves once it is certain that the row is to be rejected.
     * @throws RunError `SERVICE.REFUSES_ALL`
     */
    refused(as: RefusedAs): Promise<void>;
    /**
     * The step has no more rows.
     * @throws RunError `SERVICE.REFUSES_ALL`
     */
    end(): void;
}
