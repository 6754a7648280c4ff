import type { Data, Entity } from './entity.ts';
/**
 * A 32-bit hash of a row's content, to tell a repeated row from a contradicting one. It is made field by field, so it
 * does not depend on the order of columns, on quotes or on the format of the file.
 */
export declare function contentHash(entity: Entity, written: Data): number;
/** An entity's fields in order; the hash uses a field's place in this list. */
export declare function fieldNames(entity: Entity): readonly string[];
/** A bit for each of these fields, in the order of `fieldNames`; names of no field have none. */
export declare function fieldBits(entity: Entity, fields: readonly string[]): number;
