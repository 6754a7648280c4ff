import { type EntityName, type EntityTable } from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import type { Style } from '../../terminal/style.ts';
/** Counts of what an undo would put back in rows of one entity that were there before. */
export type PlannedPutBack = {
    rows: number;
    fields: number;
    /** Fields that no call can give their old value. */
    stays: number;
};
/** Counts of what an undo has put back in them. */
export type PutBackCounts = {
    /** Rows in which something was put back. */
    rows: number;
    fields: number;
    /** Fields that somebody has changed since, and that no call can give their old value. */
    changed: number;
    stays: number;
    /** Rows that are not in the service any more. */
    gone: number;
    failed: number;
};
/** A field that stays as it is, and why. */
export type NotPutBack = {
    readonly entity: EntityName;
    readonly key: string;
    readonly field: string;
    readonly reason: string;
};
/** Counts of what an undo has put back; the rows that failed are tried again by the next one. */
export type PutBackResult = {
    readonly counts: Readonly<Partial<EntityTable<PutBackCounts>>>;
    readonly left: {
        readonly count: number;
        readonly samples: readonly NotPutBack[];
    };
    /** Rows that the service refused to change back. */
    readonly problems: readonly RemovalProblem[];
};
/** A table with the entities of which anything is counted. */
export declare function countedEntities<T extends object>(countsOf: (entity: EntityName) => T): Partial<EntityTable<T>>;
/** A line of what an undo does with the rows of an entity. */
export declare const rowsLine: (name: EntityName, verb: string, rows: number, parts: readonly string[]) => string;
/** Says what would be put back in rows that were there before. */
export declare function plannedPutBackLines(putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>, style: Style): readonly string[];
/** Says what was put back in them, and what was not. */
export declare function putBackLines({ counts, left }: PutBackResult, style: Style): readonly string[];
/** The fields that stay, in the report. */
export declare const leftText: (count: number) => string;
