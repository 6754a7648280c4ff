import { type KeyIndex } from '../../keys/key-index.ts';
import type { EntityName, Ref, ReferredName } from '../entities/entity.ts';
import type { Outcome } from './outcome.ts';
import { type PlaceOf } from './place.ts';
import type { Problem } from './row.ts';
/** Reads what a field of the row is made of, as it stands in the file; undefined if it is made of nothing there. */
type CellOf = (field: string) => unknown;
type RefDeps = {
    readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
    readonly closed: ReadonlySet<EntityName>;
    readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
};
/** The place of a row, as far as that is known. */
export declare const writtenPlace: (file: number, line: number, placeOf: PlaceOf) => string;
/** The problem of a row that refers to another one which was rejected, or which no source has; undefined if there is none. */
export declare function brokenRef({ entity, key, field }: Ref, { keys, closed, placesOf }: RefDeps, cellOf: CellOf): Problem | undefined;
/** The problem of a row whose call needs a user who is deactivated; undefined if that user is active. */
export declare function inactiveRef({ entity, key, field }: Ref, { keys, placesOf }: RefDeps, cellOf: (field: string) => unknown): Problem | undefined;
/** The outcome of a row that hangs on a message which has not landed. */
export declare const lacksMessage: (field: string, value: string, why: string) => Outcome;
/**
 * Why a message has not landed, by the keys of the messages that were read.
 * @returns undefined if no row has its key
 */
export declare function whyNotLanded(key: string, keys: Pick<KeyIndex, 'state' | 'find'>, placeOf: PlaceOf | undefined): string | undefined;
/** The outcome of a receipt by a user to whom the service does not show the conversation. */
export declare const OUTSIDE_CONVERSATION: Outcome;
/** The outcome of a receipt whose conversation has no message that is old enough. */
export declare const NOTHING_TO_MARK: Outcome;
/** Why there is no message whose key no row has. */
export declare const IN_NO_FILE = "it is in no file";
export {};
