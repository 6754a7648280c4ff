import type { Data, Ref } from '../../input/entities/entity.ts';
import type { Problem } from '../../input/rows/row.ts';
/** Reads the users whom a call needs to be active from the fields of its row; a field without a value names nobody. */
export declare const actorsIn: (...fields: readonly string[]) => (data: Data) => readonly Ref[];
/** The problem of a valid user that the call to create one refuses, though the import API accepts it. */
export declare function refusedUser({ statusMessage }: Data): Problem | undefined;
/**
 * The problem of a valid message that the call to send one refuses: a message needs the content of its kind, in the types
 * that are documented. Imports are said to be restricted alike, in an older document, so there it is a doubt.
 */
export declare function refusedMessage({ category, type, data }: Data): Problem | undefined;
