import { fixedField } from '../against-held.ts';
import { conversationOf } from '../conversation.ts';
import { olderThan } from '../creation-time.ts';
import { endpointRequest } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import type { Data, EntityName, Held, Item, MaybeSent } from '../entity.ts';
import { RunError } from '../errors.ts';
import { findMessage } from '../find-message.ts';
import type { Outcome } from '../outcome.ts';
import type { ApiRequest, Route, There, Verdict } from '../route.ts';
import type { Transport } from '../transport.ts';
import { DUPLICATE_CODES, dataOf } from './answers.ts';

/** A row that the service holds and that has to be changed. */
type HeldItem = Item & { readonly held: Held };

/** One request of a change; `create` stands for that which would create the row. */
type Call = ApiRequest | 'create';

/** Gives a route the changes of rows that the service holds; each of them has its requests to itself. */
export function updating(create: Route): Route {
  const calls = callsOf[create.entity];
  const callAt = (item: HeldItem, call: number): Call => calls(item)[call] as Call;
  const after = (item: HeldItem, call: number): Verdict => ({
    ...(call + 1 < calls(item).length
      ? { status: 'more' }
      : { status: 'updated', ...(item.held.foreign ? { foreign: true } : {}) }),
  });
  const concluded = (verdict: Verdict, item: HeldItem, call: number): Verdict =>
    verdict.status === 'created' || verdict.status === 'duplicate' ? after(item, call) : verdict;
  return {
    ...create,
    alone: (item) => item.held !== undefined,
    build(items, startedAt, call = 0) {
      const [item] = items;
      if (!isHeld(item)) return create.build(items, startedAt);
      const request = callAt(item, call);
      // Each of these calls leaves the row in the same state however often it is made.
      return request === 'create' ? create.build(items, startedAt) : { ...request, repeatable: true };
    },
    settle(body, items, call = 0) {
      const [item] = items;
      if (!isHeld(item)) return create.settle(body, items);
      if (callAt(item, call) !== 'create') return dataOf(body) && [after(item, call)];
      return create.settle(body, items)?.map((verdict) => concluded(verdict, item, call));
    },
    refusal(code, item, call = 0) {
      if (!item || !isHeld(item)) return create.refusal?.(code);
      if (create.entity === 'messages' && LOST_CODES.has(code)) return notFound(GONE);
      return DUPLICATE_CODES.has(code) || GONE_CODES.has(code) ? after(item, call) : undefined;
    },
    ...(create.entity === 'messages' ? { locate: locateMessage } : {}),
    adopt: (item, there, transport, signal) =>
      create.entity === 'messages'
        ? adoptMessage(item, there, create, transport, signal)
        : adoptRow(item, there, create.entity, transport, signal),
    ...(create.recall
      ? {
          recall: (items, doubt, transport, signal) =>
            // A change is not looked for: it is made again.
            (create.recall as NonNullable<Route['recall']>)(
              items.filter((item) => !isHeld(item)),
              doubt,
              transport,
              signal,
            ),
        }
      : {}),
  };
}

/**
 * Whatever was there says something else, perhaps. Nobody said whether a user is deactivated, or a member banned; a ban that
 * others have set is not lifted. Where ours may have been refused because one was there before, its age tells.
 */
async function adoptRow(
  item: Item,
  { isOurs, since }: There,
  entity: EntityName,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item> {
  const { key, data, maybeSent } = item;
  let foreign = !isOurs;
  if (isOurs && !maybeSent?.wasOurs && (entity === 'users' || entity === 'groups')) {
    const createdAt = await olderThan(since, entity, key, transport, signal);
    foreign = createdAt !== undefined && createdAt !== data['createdAt'];
  }
  return { ...item, held: { active: entity === 'members' && !isOurs ? true : undefined, foreign } };
}

/** An edit shows, so a message of others is left as it is, and one that says what it said. */
async function adoptMessage(
  item: Item,
  { isOurs, id }: There,
  { carries }: Route,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | Outcome | undefined> {
  const { data, maybeSent } = item;
  if (!isOurs || !maybeSent || maybeSent.isSame) return undefined;
  const held: Held = { active: true, ...(id === undefined ? {} : { id }) };
  let found = await locateMessage({ ...item, held }, transport, signal);
  if (maybeSent.isFixedSame) return found;
  if ('status' in found) found = await locateMessage({ ...item, held }, transport, signal, maybeSent);
  if ('status' in found || found.held?.id === undefined) return found;
  const request = endpointRequest(endpoints.getMessage, { params: { id: found.held.id } });
  const { body } = await transport(request, signal);
  const there = dataOf(body) ?? {};
  const names = FIXED.filter((name) => carries.has(name) || name === 'sender');
  const other = names.filter((name) => there[name] !== data[name]);
  return other.length === 0 ? found : fixedField(other);
}

/** What of a message cannot be changed later, as far as it stands beside its data. */
const FIXED = ['sender', 'receiver', 'receiverType', 'sentAt', 'category', 'type'];

/** Messages are changed by an id of the service's own, which is not told where an answer was lost. */
async function locateMessage(
  item: Item,
  transport: Transport,
  signal: AbortSignal,
  before: Pick<MaybeSent, 'conversation' | 'sentAt'> = {},
): Promise<Item | Outcome> {
  const { key, data, held } = item;
  if (!held || held.id !== undefined) return item;
  const { conversation = conversationOf(data), sentAt = data['sentAt'] as number } = before;
  const found = await findMessage({ key, conversation, sentAt }, transport, signal);
  if (found.status === 'found') return { ...item, held: { ...held, id: found.id } };
  const reason = found.status === 'absent' ? GONE : found.reason;
  return notFound(reason);
}

const GONE = 'the service does not hold it any more';

function notFound(reason: string): Outcome {
  const message = `the message cannot be changed: ${reason}`;
  return { status: 'rejected', problems: [{ code: 'SYNC.MESSAGE_NOT_FOUND', message }] };
}

/** Codes by which the service says that what a call would end has ended. */
const GONE_CODES: ReadonlySet<string> = new Set(['ERR_NOT_A_BANNED_USER']);

/** Codes by which it says that there is no message of an id. */
const LOST_CODES: ReadonlySet<string> = new Set(['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND']);

const isHeld = (item: Item | undefined): item is HeldItem => item?.held !== undefined;

const callsOf: Readonly<Record<Route['entity'], (item: HeldItem) => readonly Call[]>> = {
  users({ key, data, held }) {
    const { uid: _, createdAt: __, lastActiveAt: ___, deactivatedAt, ...fields } = data;
    const change = endpointRequest(endpoints.updateUser, {
      params: { uid: key },
      body: { role: 'default', tags: [], ...fields, ...unset(data, ['avatar', 'link', 'metadata']) },
    });
    // A user that is deactivated is not found by the call that changes it; to take one into use that is in use does no harm.
    const back = endpointRequest(endpoints.reactivateUsers, { body: { uidsToActivate: [key] } });
    const away = endpointRequest(endpoints.deactivateUsers, { body: { uidsToDeactivate: [key] } });
    return [...(held.active ? [] : [back]), change, ...(deactivatedAt === undefined ? [] : [away])];
  },
  groups({ key, data }) {
    const { guid: _, createdAt: __, ...fields } = data;
    return [
      endpointRequest(endpoints.updateGroup, {
        params: { guid: key },
        body: { tags: [], ...fields, ...unset(data, ['icon', 'description', 'metadata']) },
      }),
    ];
  },
  members({ data, held }) {
    const { guid, uid, scope, isBanned } = data as {
      guid: string;
      uid: string;
      scope: string;
      isBanned?: boolean;
    };
    const params = { guid, uid };
    const change = isBanned
      ? endpointRequest(endpoints.banUser, { params })
      : endpointRequest(endpoints.changeMemberScope, { params, body: { scope } });
    if (held.active) return [change];
    // Who is banned is created anew; who is not is told so twice, and then changed.
    const anew: readonly Call[] = [endpointRequest(endpoints.unbanUser, { params }), 'create'];
    return held.active === false ? anew : [...anew, change];
  },
  messages({ data, held }) {
    if (held.id === undefined)
      throw new RunError('BUG.UNEXPECTED', 'a message without an id cannot be changed');
    const { text, metadata = {} } = (data['data'] ?? {}) as Data;
    return [
      endpointRequest(endpoints.editMessage, {
        params: { id: held.id },
        body: { data: { ...(text === undefined ? {} : { text }), metadata }, tags: data['tags'] ?? [] },
      }),
    ];
  },
};

/** Names the fields that the row no longer has; the service keeps what it is not told of. */
function unset(data: Data, fields: readonly string[]): { unset?: readonly string[] } {
  const gone = fields.filter((field) => data[field] === undefined);
  return gone.length > 0 ? { unset: gone } : {};
}
