import type { Data, EntityName, Item } from '../../../input/entities/entity.ts';
import type { FormerRow, Held } from '../../../ledger/former/former-row.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import type { Transport } from '../../transport/transport.ts';
/** Fields with the values that they are to have again. */
export type PutBack = ReadonlyMap<string, Held>;
/**
 * Reads a row that a change of ours has replaced something in; undefined if it is not in the service any more.
 * @param ids of a member
 */
export declare function changedRow({ entity, key, id }: FormerRow, ids: MemberIds | undefined, transport: Transport, signal: AbortSignal): Promise<Data | undefined>;
/** Why the service cannot give a field a value back; undefined if it can. */
export declare function hindrance(entity: EntityName, field: string, was: Held | undefined): string | undefined;
/** The change that puts fields of a row back; all else in the row stays. @param nowS epoch seconds */
export declare function putBackItem({ entity, key, id }: FormerRow, ids: MemberIds | undefined, fields: PutBack, found: Data, nowS: number): Item;
/** True if a member is put back whose membership a ban of ours has ended. */
export declare const isRejoining: (entity: EntityName, fields: PutBack) => boolean;
/**
 * When a member joined that is to join again. The service takes no time that is not after the creation of the group, although
 * it gives those who create one that time.
 */
export declare function rejoinedAt({ guid }: MemberIds, was: Held, transport: Transport, signal: AbortSignal): Promise<Held>;
