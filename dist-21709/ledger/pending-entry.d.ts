import type { Data, Entity } from '../input/entities/entity.ts';
import type { RowVersion, VersionOf } from '../input/entities/row-version.ts';
/** Entry that the ledger is to record about a row that is about to be sent. */
export type PendingEntry = {
    /** Its number in the ledger, from 1; set once it is recorded there. */
    row?: number;
    /** The version that the ledger has recorded with a new row: an answer that leaves it needs no values. */
    recorded?: RowVersion | undefined;
    readonly key: string;
    /** Hashes of its content; -1 where it is unknown. */
    readonly version: RowVersion;
    /** False for a user that is deactivated, and for a member that is banned. */
    readonly active: boolean;
    /** Messages: the name by `conversationOf`, and `sentAt` in epoch seconds; needed to find a message without an id. */
    readonly conversation?: string;
    readonly sentAt?: number;
    /** Replies: the key of the message that they answer. */
    readonly parent?: string;
    /** Set for a row that differs from its entry in the ledger: what that was. */
    before?: KnownVersion;
    /** Digests of its fields, if they are to be remembered. */
    fields?: RowFields;
};
/** Digests of the fields of one row, 16 bits each, in the order of their names; 0 for an absent field. */
export type RowFields = Uint16Array;
/** Version of a row that the ledger knew before it was changed. */
type KnownVersion = {
    readonly version: RowVersion;
    /** The fields that differ; undefined if that is not known. */
    readonly fields: readonly string[] | undefined;
};
/** The entry to record for a valid row. */
export declare function pendingEntryOf(entity: Entity, key: string, data: Data, versionOf: VersionOf): PendingEntry;
export {};
