import type { ColumnIndex } from './columns.ts';
import type { MappingContext } from './context.ts';
import { type FieldMap, type FieldSource } from './field-source.ts';
type Mapped = {
    readonly field: string;
    readonly source: FieldSource;
    readonly made?: string;
};
/** True if every field is a column as it is or a ready id, a constant or a template, so that cells can be checked as bytes. */
export declare function isPlainMap(fields: readonly Mapped[], { idMap }: MappingContext, { constants, joined }: ColumnIndex): boolean;
/** JSON of everything that decides what the bytes of a record mean, for a map that is more than plain. */
export declare function meaningOf(map: FieldMap, fields: readonly Mapped[], { where, since, until, lookups, joinsDigest, idMap }: MappingContext, { constants, joined }: ColumnIndex): unknown;
export {};
