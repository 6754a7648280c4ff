import type { Data, Item } from '../../../input/entities/entity.ts';
import type { MemberIds } from '../../../ledger/member-key.ts';
import { endpointRequest, type Query } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { apiError, type Transport } from '../../transport/transport.ts';
import { dataOf } from '../answers.ts';
import { bannedFrom, listedUser } from '../change/remote-row.ts';

/** By these a group says that who looks is not in it. */
const NOT_IN: ReadonlySet<string> = new Set(['ERR_NOT_A_MEMBER', 'ERR_GROUP_NOT_JOINED']);

/**
 * Reads a member: as the user sees the group, which is one call, then from the lists, which alone have banned and deactivated
 * users. Undefined for somebody who is neither in the group nor banned from it.
 */
export async function remoteMember(
  { guid, uid }: MemberIds,
  transport: Transport,
  signal: AbortSignal,
): Promise<Data | undefined> {
  const ids = { guid, uid };
  const request = endpointRequest(endpoints.getGroup, { params: { guid }, onBehalfOf: uid });
  const { body } = await transport(request, signal);
  const seen = dataOf(body);
  if (seen?.['hasJoined'] === true && typeof seen['scope'] === 'string')
    return { ...ids, scope: seen['scope'], joinedAt: seen['joinedAt'] };
  if (await listedUser(bannedFrom(guid), uid, transport, signal)) return { ...ids, isBanned: true };
  if (seen || NOT_IN.has(apiError(body)?.code ?? '')) return undefined;
  const pageOf = (query: Query) => endpointRequest(endpoints.listMembers, { params: { guid }, query });
  const found = await listedUser(pageOf, uid, transport, signal);
  return found && { ...ids, scope: found['scope'], joinedAt: found['joinedAt'] };
}

/** Reads a member who was there before us, before it is changed. */
export async function withMember(item: Item, transport: Transport, signal: AbortSignal): Promise<Item> {
  const { data, remote } = item;
  if (!remote?.foreign || remote.found) return item;
  const found = await remoteMember(data as MemberIds, transport, signal);
  return found ? { ...item, remote: { ...remote, found } } : item;
}
