import { endpointRequest, type Query } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiRequest, Transport } from '../../transport/transport.ts';
import { dataOf, listOf } from '../answers.ts';
import { SKEW_S } from '../find-message.ts';
import type { ReadableName } from './change.ts';

const PER_PAGE = 1_000;

/**
 * True if a row of the service was created before a time, in epoch seconds. A row without `createdAt` counts as older.
 */
export const isBefore = (found: RemoteFields | undefined, since: number): found is RemoteFields =>
  found !== undefined && !(Number(found['createdAt']) >= since - SKEW_S);

/**
 * Reads a user (also a deactivated one), a group or a role from the service; undefined if it does not exist, an object without
 * fields if it cannot be read.
 */
export const remoteRow = (
  entity: ReadableName,
  key: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<RemoteFields | undefined> => readers[entity](key, transport, signal);

type RemoteFields = Readonly<Record<string, unknown>>;

type Reader = (key: string, transport: Transport, signal: AbortSignal) => Promise<RemoteFields | undefined>;

const readers: Readonly<Record<ReadableName, Reader>> = {
  users: userOf,
  groups: (guid, ...rest) => read(endpointRequest(endpoints.getGroup, { params: { guid } }), ...rest),
  roles: (role, ...rest) => read(endpointRequest(endpoints.getRole, { params: { role } }), ...rest),
};

/** Looks in lists too, because only they contain deactivated users. */
async function userOf(
  uid: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<RemoteFields | undefined> {
  const user = await read(endpointRequest(endpoints.getUser, { params: { uid } }), transport, signal);
  if (user) return user;
  const search = { searchKey: uid, searchIn: 'uid', onlyDeactivated: true, withTags: true };
  const pageOf = (query: Query) => endpointRequest(endpoints.listUsers, { query: { ...search, ...query } });
  return await listedUser(pageOf, uid, transport, signal);
}

/** Looks for a user in a list, page by page; undefined if it does not have them. */
export async function listedUser(
  pageOf: (query: Query) => ApiRequest,
  uid: unknown,
  transport: Transport,
  signal: AbortSignal,
): Promise<RemoteFields | undefined> {
  for (let page = 1; ; page++) {
    const { body } = await transport(pageOf({ perPage: PER_PAGE, page }), signal);
    const rows = listOf(body) ?? [];
    const found = rows.find((row) => row['uid'] === uid);
    if (found || rows.length < PER_PAGE) return found;
  }
}

/** The list of those who are banned from a group. */
export const bannedFrom =
  (guid: string) =>
  (query: Query): ApiRequest =>
    endpointRequest(endpoints.listBannedUsers, { params: { guid }, query });

/** The data of an answer; undefined for status 404. A row that cannot be read has no time, so it counts as older. */
async function read(
  request: ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<RemoteFields | undefined> {
  const { status, body } = await transport(request, signal);
  return status === 404 ? undefined : (dataOf(body) ?? {});
}
