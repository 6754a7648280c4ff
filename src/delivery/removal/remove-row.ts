import { RunError } from '../../errors/run-error.ts';
import type { EntityName, OptionalName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type MemberIds, memberOf } from '../../ledger/member-key.ts';
import { endpointRequest } from '../../service/api/endpoint.ts';
import { endpoints } from '../../service/api/endpoints.ts';
import { usersWith } from '../../service/listed-rows.ts';
import { remoteRow } from '../../service/targets/change/remote-row.ts';
import { findMessage } from '../../service/targets/find-message.ts';
import type { OptionalCalls } from '../../service/targets/optional/optional-calls.ts';
import { optionalEntities } from '../../service/targets/optional/optional-entities.ts';
import {
  type ApiRequest,
  type ApiResponse,
  apiError,
  isRecord,
  type Transport,
} from '../../service/transport/transport.ts';
import type { System } from '../../system/system.ts';

/** A row of the ledger to remove from the service. */
export type RemovalRow = { readonly entity: EntityName; readonly entry: LedgerEntry };

/**
 * Outcome of the removal of one row. `gone`: it was not in the service any more. `kept`: no call removes such a row, and only the
 * ledger forgets it.
 */
export type RowRemoval =
  | { readonly status: 'removed' | 'gone' | 'kept'; readonly leavesNote?: boolean }
  | { readonly status: 'failed'; readonly code: string; readonly message: string };

/** Parts that `removeRow` needs. */
export type RowRemovalDeps = {
  readonly ledger: Ledger;
  /** Has budgets for the rate classes `core` and `standard`. */
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** Epoch seconds; nothing of this was removed earlier: the time of the first write, or of the start of this removal. */
  readonly since: number;
  readonly system: Pick<System, 'clock' | 'random'>;
};

/** Requests for one row that may end in a server error before the row counts as failed. */
const TRIES_MAX = 5;
const BACKOFF_MS = 500;
/** Codes that mean that the row does not exist. */
const GONE = new Set([
  'ERR_UID_NOT_FOUND',
  'ERR_GUID_NOT_FOUND',
  'ERR_MESSAGE_ID_NOT_FOUND',
  'ERR_MSG_NOT_FOUND',
  'ERR_NOT_A_MEMBER',
  'ERR_NOT_A_BANNED_USER',
  'ERR_NOT_A_FRIEND',
  'ERR_ROLE_NOT_FOUND',
  'ERR_AUTH_TOKEN_NOT_FOUND',
]);

/** Codes that mean that the user in whose name a row is removed cannot act where it is. */
const UNREACHABLE = new Set(['SERVICE.ERR_MESSAGE_NO_ACCESS', 'SERVICE.ERR_UID_NOT_FOUND']);

/** True if a removal that failed like this fails until the user of the row is back. */
export const isUnreachable = (entity: EntityName, code: string): boolean =>
  entity === 'reactions' && UNREACHABLE.has(code);

/**
 * Removes one row for good.
 * @throws RunError if nothing more can be removed
 */
export async function removeRow({ entity, entry }: RemovalRow, deps: RowRemovalDeps): Promise<RowRemoval> {
  return removals[entity].remove(entry, deps);
}

/** Means of removing rows of an entity. */
type Removal = {
  /** Requests for one row by rate class: who uses it, its removal, and the action message about it. */
  readonly cost: { readonly core: number; readonly standard: number };
  remove(entry: LedgerEntry, deps: RowRemovalDeps): Promise<RowRemoval>;
};

const byOneCall = (removal: NonNullable<OptionalCalls['removal']>): Removal => ({
  cost: { core: 0, standard: 1 },
  remove: (entry, deps) => removeOptional(entry, removal, deps),
});

const optionalRemovals = Object.fromEntries(
  Object.entries(optionalEntities).flatMap(([name, { removal }]) =>
    removal ? [[name, byOneCall(removal)]] : [],
  ),
) as Readonly<Record<Exclude<OptionalName, 'bans' | 'receipts' | 'roles'>, Removal>>;

const removals: Readonly<Record<EntityName, Removal>> = {
  users: {
    cost: { core: 1, standard: 2 },
    remove: ({ key: uid }, deps) =>
      call(endpointRequest(endpoints.deleteUser, { params: { uid }, body: { permanent: true } }), deps),
  },
  groups: {
    cost: { core: 0, standard: 4 },
    remove: ({ key: guid }, deps) => call(endpointRequest(endpoints.deleteGroup, { params: { guid } }), deps),
  },
  members: { cost: { core: 1, standard: 2 }, remove: removeMember },
  messages: { cost: { core: 0, standard: 1 }, remove: removeMessage },
  ...optionalRemovals,
  roles: { cost: { core: 1, standard: 1 }, remove: removeRole },
  bans: { cost: { core: 0, standard: 3 }, remove: removeBan },
  // No call makes it unknown again how far somebody has read; a receipt ends with its messages.
  receipts: { cost: { core: 0, standard: 0 }, remove: async () => ({ status: 'kept' }) },
};

async function removeOptional(
  entry: LedgerEntry,
  removal: NonNullable<OptionalCalls['removal']>,
  deps: RowRemovalDeps,
): Promise<RowRemoval> {
  let unfound: RowRemoval | undefined;
  const request = await removal(entry, async (muid) => {
    const message = deps.ledger.find('messages', muid);
    const found = message && (await idOf(message, deps));
    if (typeof found !== 'string') unfound = found;
    return typeof found === 'string' ? found : undefined;
  });
  return request ? call(request, deps) : (unfound ?? { status: 'gone' });
}

/** Removes a role. The service gives its users the default role, so what is recorded of them is uncertain before. */
async function removeRole(entry: LedgerEntry, deps: RowRemovalDeps): Promise<RowRemoval> {
  const { ledger, transport, signal } = deps;
  const rows: number[] = [];
  try {
    for await (const { uid } of usersWith(entry.key, transport, signal)) {
      const user = ledger.find('users', String(uid));
      if (user) rows.push(user.row);
    }
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'SERVICE.OUTAGE') throw error;
    // A service may list no users of a role that is gone.
    const isGone = (await remoteRow('roles', entry.key, transport, signal)) === undefined;
    return isGone
      ? { status: 'gone' }
      : failed('REMOVAL.UNFOUND', `its users cannot be listed: ${error.message}`);
  }
  ledger.mark('users', rows, 'unread');
  await ledger.intentsSynced();
  return call(endpointRequest(endpoints.deleteRole, { params: { role: entry.key } }), deps);
}

/** Users that one request deactivates. */
export const DEACTIVATED_AT_ONCE = 100;

/** Requests of a rate class that the removal of one row needs. */
export const removalRequests = (entity: EntityName, rateClass: 'core' | 'standard'): number =>
  removals[entity].cost[rateClass];

async function removeMessage(entry: LedgerEntry, deps: RowRemovalDeps): Promise<RowRemoval> {
  const id = await idOf(entry, deps);
  if (typeof id !== 'string') return id;
  return call(endpointRequest(endpoints.deleteMessage, { params: { id }, body: { permanent: true } }), deps);
}

/** The service's id of a message; how its removal ends if there is none. */
async function idOf(
  { id, key, conversation, sentAt }: LedgerEntry,
  { ledger, transport, signal }: RowRemovalDeps,
): Promise<string | RowRemoval> {
  if (id !== undefined) return id;
  if (conversation === undefined || sentAt === undefined)
    return failed('REMOVAL.UNFOUND', 'it may have been sent, but its conversation was not recorded');
  const sought = { key, conversation, sentAt, since: ledger.times.begunAt };
  const found = await findMessage(sought, transport, signal);
  if (found.status === 'absent') return { status: 'gone' };
  if (found.status === 'unreadable')
    return failed('REMOVAL.UNFOUND', `its conversation cannot be read: ${found.reason}`);
  return found.id;
}

/** Ends a membership or lifts a ban, and removes the service's action message about it from the group's history. */
async function removeMember(entry: LedgerEntry, deps: RowRemovalDeps): Promise<RowRemoval> {
  const ids = memberOf(entry.key, deps.ledger);
  if (!ids) return AMBIGUOUS;
  const kick = endpointRequest(endpoints.kickMember, { params: ids });
  const unban = endpointRequest(endpoints.unbanUser, { params: ids });
  let action: 'kicked' | 'unbanned' = entry.active === false ? 'unbanned' : 'kicked';
  let removal = await call(action === 'kicked' ? kick : unban, deps);
  if (removal.status === 'gone' && (entry.origin === 'sent' || entry.active === undefined)) {
    // It is uncertain whether the row became a membership or a ban: try the other.
    action = action === 'kicked' ? 'unbanned' : 'kicked';
    removal = await call(action === 'kicked' ? kick : unban, deps);
  }
  if (removal.status === 'failed') return removal;
  const isClean = await removeMembershipNote({ ...ids, action, since: deps.since }, deps);
  return isClean ? removal : { ...removal, leavesNote: true };
}

/** Lifts a ban, and removes both notes about it from the group's history. */
async function removeBan(entry: LedgerEntry, deps: RowRemovalDeps): Promise<RowRemoval> {
  const ids = memberOf(entry.key, deps.ledger);
  if (!ids) return AMBIGUOUS;
  const removal = await call(endpointRequest(endpoints.unbanUser, { params: ids }), deps);
  if (removal.status === 'failed') return removal;
  const isClean =
    (await removeMembershipNote({ ...ids, action: 'unbanned', since: deps.since }, deps)) &&
    (await removeMembershipNote({ ...ids, action: 'banned', since: deps.ledger.times.begunAt }, deps));
  return isClean ? removal : { ...removal, leavesNote: true };
}

/** Sends a removal. Repeats it after a server error; after `TRIES_MAX` the row counts as failed. */
async function call(
  request: ApiRequest,
  { ledger, transport, signal, system }: RowRemovalDeps,
): Promise<RowRemoval> {
  let ambiguous = false;
  for (let tries = 1; ; tries++) {
    const response = await transport({ ...request, divisible: true }, signal);
    ambiguous ||= response.ambiguous;
    if (response.status >= 200 && response.status < 300) return { status: 'removed' };
    // If an earlier answer was lost, that request removed the row.
    if (isGone(apiError(response.body)?.code, request, ledger))
      return { status: ambiguous ? 'removed' : 'gone' };
    if (response.status < 500 || tries === TRIES_MAX) return refusal(response);
    ambiguous = true;
    await system.clock.sleep(system.random.next() * BACKOFF_MS * 2 ** tries, signal);
  }
}

/** True if an answer says that the row is not there. A deactivated user is not found either, and what they added stays. */
function isGone(code: string | undefined, { headers }: ApiRequest, ledger: Ledger): boolean {
  const user = code === 'ERR_UID_NOT_FOUND' ? headers?.['onBehalfOf'] : undefined;
  return GONE.has(code ?? '') && (user === undefined || ledger.find('users', user)?.active !== false);
}

const failed = (code: string, message: string): RowRemoval => ({ status: 'failed', code, message });
const AMBIGUOUS = failed('REMOVAL.AMBIGUOUS', 'its key can be split into guid and uid in several ways');

function refusal({ status, body }: ApiResponse): RowRemoval {
  const error = apiError(body);
  return failed(
    `SERVICE.${error?.code ?? `HTTP_${status}`}`,
    error?.message ?? `the service answered ${status} without a reason`,
  );
}

/** Action messages of a group to search: others may be written between the removal and the search. */
const PAGE = 100;
/** The uid that acts for the app. */
const SYSTEM_UID = 'app_system';
/** Seconds by which the service's clock may be behind this machine's. */
const SKEW_S = 300;

/** The action message that reports the end of a membership, or a ban. */
type MembershipNote = MemberIds & {
  readonly action: 'kicked' | 'unbanned' | 'banned';
  /** Epoch seconds; the message was not written earlier. */
  readonly since: number;
};

/**
 * Removes the action message that the service wrote into a group's history when the app ended a membership there, or
 * banned a user.
 * @returns false if the service does not remove it
 */
async function removeMembershipNote(
  { guid, uid, action, since }: MembershipNote,
  { transport, signal }: RowRemovalDeps,
): Promise<boolean> {
  const query = {
    limit: PAGE,
    affix: 'prepend',
    category: 'action',
    type: 'groupMember',
    fromTimestamp: since - SKEW_S,
  };
  const { body } = await transport(
    endpointRequest(endpoints.listGroupMessages, { params: { guid }, query }),
    signal,
  );
  const listed = isRecord(body) && Array.isArray(body['data']) ? body['data'].filter(isRecord) : [];
  // Only the newest: an older one is about an earlier membership.
  const note = listed.findLast((message) => isNoteOf(message, uid, action));
  if (!note || Number(note['sentAt']) < since - SKEW_S) return true;
  const request = endpointRequest(endpoints.deleteMessage, {
    params: { id: String(note['id']) },
    body: { permanent: true },
  });
  const { status } = await transport({ ...request, divisible: true }, signal);
  return (status >= 200 && status < 300) || status === 404;
}

function isNoteOf(message: Readonly<Record<string, unknown>>, uid: string, action: string): boolean {
  const { data } = message;
  if (!isRecord(data) || data['action'] !== action || message['sender'] !== SYSTEM_UID) return false;
  const on = propertyOf(propertyOf(data['entities'], 'on'), 'entity');
  return isRecord(on) && on['uid'] === uid;
}

const propertyOf = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined);
