import type { EntityName } from '../input/entities/entity.ts';
import type { RowVersion } from '../input/entities/row-version.ts';
import type { AcceptedStatus, ChangeAction } from '../input/rows/outcome.ts';
import type { FieldMemory } from '../ledger/field-digests.ts';
import type { PendingEntry } from '../ledger/pending-entry.ts';
/** One row that a run has changed in the service, or found there. It has no values of the row. */
export type RowChange = {
    readonly entity: EntityName;
    readonly key: string;
    readonly action: ChangeAction;
    /** The fields that differ; absent if that is not known. */
    readonly fields?: readonly string[];
    /** The versions by the ledger, before and after; absent where there is none or it is not known. */
    readonly before?: RowVersion;
    readonly after?: RowVersion;
};
/** Takes changes as the service accepts them, in any order. Never throws. */
export type TakeChanges = (changes: readonly RowChange[]) => void;
/** Way in which the changes of one entity are listed. */
export type StepChanges = {
    /** Undefined if they are only counted. */
    readonly take: TakeChanges | undefined;
    /** Earlier fields of its rows; undefined if nobody knows. */
    readonly fields: FieldMemory | undefined;
};
/** The change of a row that the service has accepted. */
export declare function acceptedChange(entity: EntityName, { key, version, before }: Pick<PendingEntry, 'key' | 'version' | 'before'>, action: AcceptedStatus): RowChange;
