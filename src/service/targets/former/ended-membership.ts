import type { Data, Item } from '../../../input/entities/entity.ts';
import type { FieldChange } from '../../../ledger/former/former-row.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import type { Transport } from '../../transport/transport.ts';
import { remoteMember } from './remote-member.ts';

/** Group and user of a row that bans somebody; undefined for a member. */
export const bannedIn = ({ data }: Pick<Item, 'data'>): MemberIds | undefined =>
  data['isBanned'] === true ? idsIn(data) : undefined;

/** Group and user of a ban or of a member. */
export const idsIn = (data: Data): MemberIds => ({
  guid: data['guid'] as string,
  uid: data['uid'] as string,
});

/** Finds what a new ban ends, if the user is in the group. */
export async function endedMembership(
  ids: MemberIds,
  transport: Transport,
  signal: AbortSignal,
): Promise<readonly FieldChange[]> {
  const found = await remoteMember(ids, transport, signal);
  if (!found || found['isBanned'] === true) return [];
  return [
    { field: 'isBanned', from: [], to: [true] },
    { field: 'scope', from: [found['scope']], to: [] },
    { field: 'joinedAt', from: [found['joinedAt']], to: [] },
  ];
}
