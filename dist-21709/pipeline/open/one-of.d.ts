import type { Mapping } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
/**
 * The mapping of a file that several sources name: a row belongs to the first source that takes it, and is left out if
 * none does.
 * @param choose the number of the source that a row certainly belongs to; undefined: by the conditions of the sources
 */
export declare function oneOf(mappings: readonly Mapping[], choose?: (values: Values) => number | undefined): Mapping;
