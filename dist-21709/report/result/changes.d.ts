import type { EntityName } from '../../input/entities/entity.ts';
import type { ChangeAction } from '../../input/rows/outcome.ts';
/** A changed row in a report: its key and the names of the changed fields, no values. */
export type ChangeSample = {
    readonly entity: EntityName;
    readonly key: string;
    readonly action: ChangeAction;
    /** Absent if it is not known which fields differ. */
    readonly fields?: readonly string[];
};
/** The changes that a run has made. */
export type ListedChanges = {
    readonly total: number;
    /** The number of them that are lines of `changes.ndjson`. */
    readonly listed: number;
    /** By entity and action, such as `users.updated`. */
    readonly counts: Readonly<Record<string, number>>;
    /** Updated rows by entity and field, such as `users.name`. */
    readonly fields: Readonly<Record<string, number>>;
    /** The first of each entity and action. */
    readonly samples: readonly ChangeSample[];
};
/** Counts the changes of a run, and keeps some of them, in a bounded space. */
export declare class ChangeTally {
    #private;
    total: number;
    add({ entity, key, action, fields }: ChangeSample): void;
    /** @param listed how many changes are lines of the list */
    result(listed: number): ListedChanges;
}
