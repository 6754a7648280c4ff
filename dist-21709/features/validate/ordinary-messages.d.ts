import type { Audit } from './audit.ts';
/**
 * Accounts for messages without a call for each question about them: those that certainly fit the rows before them and
 * have no notice. It does for them exactly what `isAcceptable` and `accept` of the audit do, in the same tables; whatever
 * it leaves, it has not touched.
 */
export declare class OrdinaryMessages {
    #private;
    constructor(audit: Audit);
    /**
     * Takes rows of the current facts, the first of which follows the rows before it.
     * @param from the first word of that row
     * @param last the end of the last row
     * @returns the first word of the first row that is not ordinary, or does not follow the one before it
     */
    take(from: number, last: number): number;
}
