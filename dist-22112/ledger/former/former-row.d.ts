import type { EntityName } from '../../input/entities/entity.ts';
/** The value of a field of a row in the service; empty if the row has none. */
export type Held = readonly [] | readonly [unknown];
/** Effect of a change on one field. A member of metadata is a field of its own: `metadata.team`. */
export type FieldChange = {
    readonly field: string;
    /** Value that the service has; absent if that cannot be read. */
    readonly from?: Held;
    readonly to: Held;
    /** Value that it has between two calls of a change that leaves it as it is; a process may end there. */
    readonly between?: Held;
};
/** Values that are kept of one field. */
export type FormerField = {
    /** Value that the service had before our first change; absent if that could not be read. */
    readonly was?: Held;
    /** Digests of what we have written, the last one last. */
    readonly wrote: readonly string[];
};
/** Values that are kept of a row that was there before us, and that we have changed. */
export type FormerRow = {
    readonly entity: EntityName;
    readonly key: string;
    /** Messages: the service's own id. */
    readonly id?: string;
    readonly fields: Readonly<Record<string, FormerField>>;
};
