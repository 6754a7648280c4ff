import type { Source } from './source.ts';
/**
 * A source in whose rows some texts mean that there is no value: such a cell is empty, such a member is absent. Members
 * of nested objects stay.
 * @param nulls the texts; the same source if there are none
 */
export declare function withNulls(source: Source, nulls?: readonly string[]): Source;
