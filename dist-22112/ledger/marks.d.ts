import type { EntityName } from '../input/entities/entity.ts';
export declare const EXISTS: number;
export declare const LEAVING: number;
/**
 * Changes of a row's state that can be recorded, as SQL statements for one row. Logs have their places in this table: a new
 * one comes last, and none is ever moved.
 */
export declare const ledgerMarks: {
    /** A user is about to be deactivated. */
    readonly retiring: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** A user was deactivated: its content is unknown, so that it is written again if it comes back. */
    readonly deactivated: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** Its content is not known, so the next sync run compares and writes it. */
    readonly unread: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** A row that we created is about to be removed. */
    readonly leaving: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** It was not removed. */
    readonly staying: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** It is not in the service any more. */
    readonly gone: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** The service has refused it: if there is such a row, others created it. */
    readonly refused: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** Change by which what we created ends, and with it comes back what others had there. */
    readonly theirs: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** It was not removed, because its user does not reach it now. Of a row that may not be there the content is unknown. */
    readonly unreached: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
    /** Others have ended what was there before us, and we make it anew. */
    readonly ours: (entity: "bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users") => string;
};
/** Rows of an entity that depend on others, as an SQL condition and its values. */
export type DependentRows = {
    readonly where: string;
    readonly values: readonly string[];
};
/**
 * The rows of an entity that the service removes together with the given groups and users (keys), without those that are
 * uncertain already; undefined for an entity of which it removes none.
 */
export declare function dependentsOf(entity: EntityName, groups: readonly string[], users: readonly string[]): DependentRows | undefined;
/**
 * The muid in the key of a row that goes with a message, as an SQL expression: all of the key, or what stands behind the
 * second space of an `attachedKey`; its uid stands before the first.
 */
export declare const muidInKey: (entity: EntityName) => string;
export type LedgerMark = keyof typeof ledgerMarks;
/** The marks; the index is the number that is stored in a log. */
export declare const markNames: readonly LedgerMark[];
/**
 * A row is about to be sent. If its content changes, the content in the service is unknown until the service has answered,
 * and so is `active`, unless it is true before and after. A row whose removal had begun may be created again with another
 * id, so its id is deleted. Parameters: the new content, the new `active`, and the row.
 */
export declare const sendingMark: (entity: EntityName) => string;
/** A removal that is under way. */
export type OngoingRemoval = {
    /** Id of the plan that the user has confirmed. */
    readonly id: string;
    /** Scope that must not have changed for the confirmation to stay valid. */
    readonly scope: string;
};
/**
 * The service has acknowledged a row. Keeps who created it, and its id if the answer has none; if the row was uncertain,
 * replaces both. Parameters: the columns of an entry (`columnsOf`), and the row.
 */
export declare const acknowledgedMark: (entity: EntityName) => string;
/**
 * The service has acknowledged a row with the values that are recorded. Parameters: who created it and its id, used as in
 * `acknowledgedMark`, and the row.
 */
export declare const plainAcknowledgedMark: (entity: EntityName) => string;
