import type { PeopleSink } from '../../../export-reader.ts';
import type { UnreadableRow } from '../../../neutral.ts';
import type { Keys } from './lookups.ts';
import { type Cells, type RolesInput } from './role-rows.ts';
type People = {
    readonly sink: PeopleSink;
    readonly keys: Keys;
    readonly input: RolesInput;
};
/** The id of the conversation of two people, for messages that name their receiver alone. */
export declare const pairId: (one: string, other: string) => string;
/** Reads the people, the conversations and the members. */
export declare function readPeople(people: People): Promise<void>;
/** A row without a value that it needs. */
export declare const noValue: (field: string, cells: Cells) => UnreadableRow;
/** The values of columns that are kept as they are. */
export declare function metadataOf(cells: Cells, columns: readonly string[], slots: readonly number[]): Readonly<Record<string, string>> | undefined;
export {};
