import type { Step } from '../../delivery/plan.ts';
import type { Source } from '../../input/sources/source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Changes } from './changes.ts';
import type { RecordHashWriter } from './records/record-hash-file.ts';
/** The part of a step's comparison that says which rows are selected. */
export type SelectionSource = {
    readonly step: Step;
    readonly changes: Changes;
    /** Has the fingerprints of all records of the step. */
    readonly writer: RecordHashWriter;
};
/** The sources of a step, reduced to the rows that the comparison selected; they can be read once, from the beginning. */
export declare function selectRows({ step, changes, writer }: SelectionSource, ledger: Ledger): Source[];
