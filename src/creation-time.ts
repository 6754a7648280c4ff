import { endpointRequest } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { SKEW_S } from './find-message.ts';
import type { Landed } from './landed.ts';
import type { Ledger } from './ledger.ts';
import { type ApiRequest, isRecord, type Transport } from './transport.ts';

export type CreationDeps = {
  readonly ledger: Ledger;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** The version of what stays as it was created, of a user or group that has this `createdAt`. */
  readonly fixedAt: (entity: 'users' | 'groups', createdAt: number) => number;
};

const PER_PAGE = 1_000;

/**
 * Whether a user or group was in the service before the pipeline first wrote there: its time of creation is earlier, and
 * not the one that the pipeline gave it. After a lost answer the ledger alone cannot tell.
 */
export async function isOlder(
  entity: 'users' | 'groups',
  { key, version }: Landed,
  { ledger, transport, signal, fixedAt }: CreationDeps,
): Promise<boolean> {
  const found = await heldRow(entity, key, transport, signal);
  return isBefore(found, ledger.begunAt) && fixedAt(entity, Number(found['createdAt'])) !== version.fixed;
}

/** Whether a row of the service was created before a time, in epoch seconds; where it does not say when, it counts so. */
export const isBefore = (found: Listed | undefined, since: number): found is Listed =>
  found !== undefined && !(Number(found['createdAt']) >= since - SKEW_S);

/**
 * A user, deactivated ones too, or a group as the service shows it; undefined where it does not hold it, without any field
 * where it cannot be read.
 */
export const heldRow = (
  entity: 'users' | 'groups',
  key: string,
  transport: Transport,
  signal: AbortSignal,
): Promise<Listed | undefined> =>
  entity === 'users' ? userOf(key, transport, signal) : groupOf(key, transport, signal);

type Listed = Readonly<Record<string, unknown>>;

const groupOf = (guid: string, transport: Transport, signal: AbortSignal): Promise<Listed | undefined> =>
  read(endpointRequest(endpoints.getGroup, { params: { guid } }), transport, signal);

/** One that is deactivated is found in lists alone. */
async function userOf(uid: string, transport: Transport, signal: AbortSignal): Promise<Listed | undefined> {
  const user = await read(endpointRequest(endpoints.getUser, { params: { uid } }), transport, signal);
  for (let page = 1; user === undefined; page++) {
    const query = { searchKey: uid, searchIn: 'uid', onlyDeactivated: true, perPage: PER_PAGE, page };
    const { body } = await transport(endpointRequest(endpoints.listUsers, { query }), signal);
    const data = isRecord(body) ? body['data'] : undefined;
    const listed = Array.isArray(data) ? data.filter(isRecord) : [];
    const found = listed.find((one) => one['uid'] === uid);
    if (found || listed.length < PER_PAGE) return found;
  }
  return user;
}

/** What a call gives; undefined where it is not there. One that cannot be read has no time: it counts as older. */
async function read(
  request: ApiRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<Listed | undefined> {
  const { status, body } = await transport(request, signal);
  if (status === 404) return undefined;
  const data = isRecord(body) ? body['data'] : undefined;
  return isRecord(data) ? data : {};
}
