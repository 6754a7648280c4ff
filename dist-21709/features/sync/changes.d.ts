import type { TooOld } from '../../delivery/tally/tally.ts';
import type { Data, EntityName } from '../../input/entities/entity.ts';
import { Bitmap } from '../../ledger/bitmap.ts';
import type { RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import { type FieldCounts } from './shape/field-changes.ts';
import type { LostField } from './shape/lost-field.ts';
import type { ShapeChange } from './shape/step-shape.ts';
/** The changes of an entity since its last sync. */
export type Changes = {
    readonly entity: EntityName;
    /** True if its rows are made of those of another entity, so that there may be none. */
    readonly isDerived: boolean;
    /** Records that have a fingerprint of their bytes. */
    records: number;
    /** The records that are processed further; the others need no work. */
    readonly selected: Bitmap;
    /** A digest of both halves of all fingerprints in file order: other files give another digest. */
    readonly digest: [number, number];
    /** Rows of a new entity that were seen before it is sent; its rows are counted when they are sent. */
    uncompared: number;
    /** Rows that are not in the service. */
    created: number;
    /** Rows that differ from the service. */
    updated: number;
    /** The updated rows whose version in the service is unknown. */
    unread: number;
    /** Rows that are the same in the service. */
    unchanged: number;
    /** Rows that are wrong, blocked or too old; the delivery says which. */
    refused: number;
    /** Rows that a rule of their source leaves out, as if they were not there. */
    leftOut: number;
    /** The refused rows that would change a value which the service does not allow to change. */
    fixed: number;
    /** The refused rows whose key cannot be read: they may be any row of the service. */
    withoutKey: number;
    /** Repeated rows with the same content. */
    duplicates: number;
    /** Rows that a later file replaces by another version. */
    superseded: number;
    /** Rows of the service that are in no source and that this pipeline created. */
    missing: number;
    /** Rows of the service that are in no source and that existed before this pipeline. */
    missingOthers: number;
    /** The `missing` rows that are already deactivated or banned, or wait for their user to be removed. */
    missingInactive: number;
    /** Rows of the service that their source says were deleted there, or that hang on such a message, and that this pipeline wrote. */
    deleted: number;
    /** The same of rows that existed before this pipeline. */
    deletedOthers: number;
    /** True if it is uncertain for some rows whether they are in the service. */
    isAnyUncertain: boolean;
    /** Rows that were known to be in the service before this sync. */
    known: number;
    /** By field: how many rows to be sent have a value that the API cannot carry. */
    readonly notCarried: Record<string, number>;
    /** Rows to be sent alone though they hang on no message. */
    alone: number;
    /** Messages to be sent, by conversation; at most `CONVERSATIONS_MAX` conversations. */
    readonly conversations: Map<string, {
        new: number;
        changed: number;
    }>;
    /** Refused messages that the service has in somebody's notes to themselves, by that conversation. */
    readonly parted: Map<string, PartedNotes>;
    /** Messages older than the service keeps, without those that it has already. */
    readonly tooOld: TooOld;
    /** A first sync run: rows of the sources that the service has already, and those of them that it changes. */
    found: number;
    foundChanged: number;
    /** The fate of the fields of changed rows. */
    fields: FieldCounts;
    /** In how many rows of the service each emptied field had a value, as far as that is known. */
    had: ReadonlyMap<string, number>;
    /** Fields that no row of a source has any more. */
    lost: readonly LostField[];
    /** New columns, as `source: column`. */
    added: readonly string[];
    /** Fields that single files of a source have lost and that others of it have. */
    fewer: ShapeChange['fewer'];
    /** Records that have another version in the same file: never linked, so that the next sync finds both again. */
    readonly contradicted: Set<number>;
    /** By file: the number of its first record, and how many of its rows have no record. */
    readonly files: {
        readonly first: number;
        rowsWithoutRecord: number;
    }[];
};
/** All rows that were read. */
export declare const rowsOf: (changes: Changes) => number;
/** The number of missing rows that a sync run removes: none while any row has an unreadable key. */
export declare function leavingOf(changes: Changes, onMissing: 'keep' | 'deactivate' | 'delete'): number;
/**
 * Counts the row of a key by how it differs from the service; with -1, one that no longer is the current one.
 * @param entry what the ledger has of the row
 * @param data of a message, to count it in its conversation
 */
export declare function countDiff(changes: Changes, diff: RowDiff, entry: LedgerEntry | undefined, data: Data | undefined, by: 1 | -1): void;
/** Counts a row of the ledger that is in no source. */
export declare function countMissing(changes: Changes, { origin, active }: LedgerEntry): void;
/** Counts a message that is older than the service keeps messages, by when it was sent. */
export declare function countTooOld({ tooOld }: Changes, at: number | undefined): void;
/** Counts values that the API has no field for; only a new message is sent as read, and only a new group gets a type. */
export declare function countUncarried({ notCarried }: Changes, fields: readonly string[] | undefined, isNew: () => boolean): void;
/** The changes of an entity before any of its rows is compared. */
export declare const noChanges: (entity: EntityName, isDerived?: boolean) => Changes;
/** Messages that the service has in the notes of one person, and that are of other conversations by the source. */
type PartedNotes = {
    messages: number;
    readonly conversations: Set<string>;
};
/** Sentences about them, each with what moves them. */
export declare const partedSentences: (parted: ReadonlyMap<string, PartedNotes>) => readonly string[];
export {};
