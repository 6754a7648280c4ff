import type { EntityName } from '../input/entities/entity.ts';
import { type DependentRows } from './marks.ts';
/** Way in which a row of an entity says with which removed row the service changes it. */
type ChangedWith = {
    /** The key of that row, in a key of the entity. */
    readonly in: (entity: EntityName, key: string) => string;
    /** The same as an SQL expression. */
    readonly sql: (entity: EntityName) => string;
};
/**
 * Which rows the service changes when it removes a row of an entity. What goes with groups and users is in `dependentsOf`;
 * the users of a removed role are asked of the service.
 */
export declare function changedWith(removed: EntityName, entity: EntityName): ChangedWith | undefined;
/** The rows that the service changes with a removed row, by its number. */
export declare const rowsChangedWith: ({ sql }: ChangedWith, removed: EntityName, row: number, entity: EntityName) => DependentRows;
export {};
