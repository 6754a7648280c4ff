import type { DatabaseSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Difference, FieldDifference } from '../result/verification-report.ts';
import type { TargetRow } from './target-reader.ts';
/** A difference as found, before its row is read again from the source. */
export type FoundDifference = {
    readonly entity: EntityName;
    readonly mark: Difference['mark'];
    readonly key: string;
    /** The id of the expected row. */
    readonly id?: number | undefined;
    /** The row of the service, if its differing fields are to be reported. */
    readonly target?: TargetRow | undefined;
    /** Differing fields that are known already. */
    readonly fields?: readonly FieldDifference[] | undefined;
    readonly message?: string | undefined;
};
/** Differences in a table, so that memory does not grow with their number. */
export declare class FoundDifferences {
    #private;
    constructor(db: DatabaseSync);
    add({ entity, mark, key, id, ...more }: FoundDifference): void;
    /** The differences of an entity, by mark and in the order of the sources. */
    of(entity: EntityName): Generator<FoundDifference>;
}
