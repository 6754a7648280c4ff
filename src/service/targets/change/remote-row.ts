import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { type ApiRequest, isRecord, type Transport } from '../../transport/transport.ts';
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
  for (let page = 1; user === undefined; page++) {
    const query = {
      searchKey: uid,
      searchIn: 'uid',
      onlyDeactivated: true,
      withTags: true,
      perPage: PER_PAGE,
      page,
    };
    const { body } = await transport(endpointRequest(endpoints.listUsers, { query }), signal);
    const data = isRecord(body) ? body['data'] : undefined;
    const listed = Array.isArray(data) ? data.filter(isRecord) : [];
    const found = listed.find((one) => one['uid'] === uid);
    if (found || listed.length < PER_PAGE) return found;
  }
  return user;
}

/** The data of an answer; undefined for status 404. A row that cannot be read has no time, so it counts as older. */
async function read(
  request: ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<RemoteFields | undefined> {
  const { status, body } = await transport(request, signal);
  if (status === 404) return undefined;
  const data = isRecord(body) ? body['data'] : undefined;
  return isRecord(data) ? data : {};
}
