import type { Data, Item } from '../../../input/entities/entity.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import { type Transport } from '../../transport/transport.ts';
/**
 * Reads a member: as the user sees the group, which is one call, then from the lists, which alone have banned and deactivated
 * users. Undefined for somebody who is neither in the group nor banned from it.
 */
export declare function remoteMember({ guid, uid }: MemberIds, transport: Transport, signal: AbortSignal): Promise<Data | undefined>;
/** Reads a member who was there before us, before it is changed. */
export declare function withMember(item: Item, transport: Transport, signal: AbortSignal): Promise<Item>;
