import { type Step } from '../../delivery/plan.ts';
import type { Committed } from '../../delivery/run.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { ComparedStep } from './compared-step.ts';
import { type RecordHashWriter } from './records/record-hash-file.ts';
/**
 * An entity of which the ledger knows no row. Nothing of it can be unchanged, changed or missing, so its rows are read,
 * judged and sent in one pass, which also writes the fingerprints of their records.
 */
export declare class NewEntity {
    #private;
    constructor(step: Step, writer: RecordHashWriter, ledger: Ledger);
    /**
     * Finds what is known of it before it is sent: whether it has any row.
     * @throws RunError `SOURCE.*`
     */
    begin(signal: AbortSignal): Promise<ComparedStep>;
    /** Its sources; they can be read once, from the beginning. */
    get sources(): Source[];
    /** Takes note of rows that contradict an earlier one of their file. */
    observe({ state, rows }: Pick<Committed, 'state' | 'rows'>): void;
    /** Takes the links of contradicted records away, so that their bytes never prove them. */
    unlinkContradicted(): void;
}
/**
 * The number of the first step that is new together with all after it. A row may only be compared once what it refers to
 * has been. Rows that may give way to later ones are compared first.
 * @throws RunError `SOURCE.*`
 */
export declare function newFrom(steps: readonly Step[], ledger: Ledger, signal: AbortSignal): Promise<number>;
