import type { Data, Item } from '../../../input/entities/entity.ts';
import type { FieldChange } from '../../../ledger/former/former-row.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import type { Transport } from '../../transport/transport.ts';
/** Group and user of a row that bans somebody; undefined for a member. */
export declare const bannedIn: ({ data }: Pick<Item, 'data'>) => MemberIds | undefined;
/** Group and user of a ban or of a member. */
export declare const idsIn: (data: Data) => MemberIds;
/** Finds what a new ban ends, if the user is in the group. */
export declare function endedMembership(ids: MemberIds, transport: Transport, signal: AbortSignal): Promise<readonly FieldChange[]>;
