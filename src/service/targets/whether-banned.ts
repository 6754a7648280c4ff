import type { Outcome } from '../../input/rows/outcome.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import { isRecord } from '../transport/transport.ts';
import type { RowChanges } from './row-changes.ts';

/** The outcome of a row of members that says nothing of a ban, while its user is banned: what is there is not ours. */
export const STANDING_BAN: Outcome = { status: 'exists', inactive: true };

/** The most banned users that one call lists; somebody behind them is not found. */
const PER_PAGE = 1_000;
const NO_MEMBER = 'ERR_NOT_A_MEMBER';

/** Looks whether somebody is banned whose scope cannot be changed, because they are no member. */
export const whetherBanned: NonNullable<RowChanges['inquiry']> = {
  code: NO_MEMBER,
  request: ({ data }) =>
    endpointRequest(endpoints.listBannedUsers, {
      params: { guid: data['guid'] as string },
      query: { perPage: PER_PAGE },
    }),
  outcome(body, { data, remote }) {
    const list = isRecord(body) ? body['data'] : undefined;
    if (!Array.isArray(list)) return undefined;
    const isBanned = list.filter(isRecord).some(({ uid }) => uid === data['uid']);
    // A row of ours stays ours.
    if (isBanned && data['isBanned'] === undefined)
      return remote.foreign ? STANDING_BAN : { status: 'updated', inactive: true };
    const beyond = list.length < PER_PAGE ? '' : `, and not among the first ${PER_PAGE} who are banned`;
    const message = `${data['uid']} is ${isBanned ? 'banned from' : 'not a member of'} the group ${data['guid']}${isBanned ? '' : beyond}`;
    return { status: 'rejected', problems: [{ code: `SERVICE.${NO_MEMBER}`, message }] };
  },
};
