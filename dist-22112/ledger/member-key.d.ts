import type { EntityName } from '../input/entities/entity.ts';
import type { LedgerEntry } from './entry.ts';
import type { Ledger } from './ledger.ts';
/** The group and the user of a membership. */
export type MemberIds = {
    readonly guid: string;
    readonly uid: string;
};
/**
 * Splits the key of a member. If an id contains `_member_` itself, the split is used whose group and user are in the
 * ledger.
 * @returns undefined if that is not exactly one split
 */
export declare function memberOf(key: string, ledger: Pick<Ledger, 'find'>): MemberIds | undefined;
/** The group and the users with any of which the service removes a row. */
export type Carriers = {
    readonly guid?: string;
    readonly uids: readonly string[];
};
/** Returns what the service removes a row with. */
export declare function carriersOf(entity: EntityName, entry: LedgerEntry, ledger: Pick<Ledger, 'find'>): Carriers;
