import type { DatabaseSync } from 'node:sqlite';
import type { Plan } from '../../delivery/plan.ts';
import { type EntityName, type EntityTable } from '../../input/entities/entity.ts';
import { type TargetReader } from './compare/target-reader.ts';
import { type Expectations, type ExpectOptions } from './expect/expect-plan.ts';
import type { RecordedCounts } from './expect/expect-recorded.ts';
import type { SourceCounts } from './expect/expect-rows.ts';
import { DifferenceGroups } from './result/differences.ts';
import { type Difference, type MarkCounts } from './result/verification-report.ts';
/** Comparison of a pipeline's rows with those in the service. */
export type VerificationOptions = ExpectOptions & {
    readonly oneWay: boolean;
    /** The owner of a group becomes a member of it without a row. */
    readonly ownersJoin: boolean;
    readonly concurrency: number;
};
/** Input of a comparison with the service, and the callbacks. */
export type VerificationDeps = {
    readonly expectations: Expectations;
    readonly plan: Plan;
    /** The scratch file with the expected rows. */
    readonly db: DatabaseSync;
    readonly reader: TargetReader;
    readonly options: VerificationOptions;
    /** Called for every row that is read. */
    readonly tick: (entity: EntityName) => void;
    /** Called for every difference, entity by entity. */
    readonly onDifference: (one: Difference) => Promise<void>;
};
/** The result of a comparison. */
export type Comparison = {
    readonly entities: Readonly<EntityTable<MarkCounts>>;
    readonly sources: Readonly<Partial<Record<EntityName, SourceCounts>>>;
    /** The contents of the record, and the number of acknowledged rows that were compared. */
    readonly acknowledged: Readonly<Partial<Record<EntityName, RecordedCounts & {
        readonly compared: number;
    }>>>;
    readonly groups: DifferenceGroups;
    /** In how many rows an empty field keeps the value that the service has. */
    readonly kept: Readonly<Record<EntityName, ReadonlyMap<string, number>>>;
    /** Number of rows that the service has written by itself. */
    readonly written: number;
    /** Number of messages whose ids run against their times. */
    readonly againstTime: number;
};
/**
 * Reads the service and compares it with the sources, in both directions.
 * @throws RunError if nothing can be read, or a source has changed
 */
export declare function compareWithService(deps: VerificationDeps): Promise<Comparison>;
