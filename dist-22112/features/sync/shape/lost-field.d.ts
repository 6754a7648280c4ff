import type { Entity, EntityName } from '../../../input/entities/entity.ts';
/** A field that rows of a source had in the last sync run and that no row of it has now. */
export type LostField = {
    readonly entity: EntityName;
    /** The short name of the source, or of its first file. */
    readonly source: string;
    /** The field, or the member of one: `metadata.team`. */
    readonly field: string;
    /** The column that it came from; absent if it was no single column with another name. */
    readonly column?: string;
    /** `gone`: the source does not have it any more. `empty`: its column is there. `unmapped`: no field takes its column. */
    readonly how: 'gone' | 'empty' | 'unmapped';
    /** True if rows keep what the service has of it; false if a confirmed run empties it. */
    readonly isKept: boolean;
    /** The number of rows that had a value, out of `of`; if that is not exact, at least so many. */
    readonly rows: number;
    readonly isExact: boolean;
    readonly of: number;
};
/** True if a field that no row has now is more than some rows that have changed. */
export declare function isLoss(entity: Entity, field: string, { how, isObject, rows, }: {
    readonly how: LostField['how'];
    readonly isObject: boolean;
    readonly rows: number;
}): boolean;
/** Lists what has been lost, and the columns that are new beside it, as one sentence. */
export declare function lostText(lost: readonly LostField[], added: readonly string[]): string;
