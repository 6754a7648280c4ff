import type { Data, EntityName, OwnedFields } from '../../../input/entities/entity.ts';
/**
 * Only what was sent is compared: the fields that the source has, and of a message's data and of the metadata of any row the
 * members that the row has. Others were added by the service or by its users.
 */
/** Members of what a row of the source says. */
export type SentMembers = {
    /** The members of a message's data. */
    readonly data: ReadonlySet<string>;
    readonly metadata: ReadonlySet<string>;
    /** Fields of which the row says nothing. */
    readonly unsaid: ReadonlySet<string>;
    /** Those of them that the source has and that are empty in the row: no change empties them. */
    readonly stays: ReadonlySet<string>;
};
/**
 * The compared fields of which a row says nothing: its source does not have them, or they are empty and a change does not
 * empty them.
 */
export declare const unsaidIn: (entity: EntityName, row: Data, owned: OwnedFields) => ReadonlySet<string>;
/** A row without what the service writes itself. */
export declare function ownRow(entity: EntityName, row: Data): Data;
/** Text of what a row of the source has to say; null for what most rows have. */
export declare function memberText(entity: EntityName, row: Data, unsaid: ReadonlySet<string>, owned: OwnedFields): string | null;
/** Reads what `membersOf` has written. */
export declare function readMembers(text: string | null): SentMembers;
/** A row of the service with the members alone that were sent. */
export declare function sentPart(entity: EntityName, row: Data, sent: SentMembers): Data;
