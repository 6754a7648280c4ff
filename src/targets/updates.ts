import { conversationOf } from '../conversation.ts';
import { endpointRequest } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import type { Data, Held, Item } from '../entity.ts';
import { RunError } from '../errors.ts';
import { findMessage } from '../find-message.ts';
import type { Outcome } from '../outcome.ts';
import type { ApiRequest, Route, Verdict } from '../route.ts';
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
    adopt: (item, isOurs, transport, signal) =>
      create.entity === 'messages'
        ? adoptMessage(item, isOurs, transport, signal)
        : adoptRow(create, item, isOurs),
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

/** Nobody said whether a user is deactivated, or a member banned; a ban that others have set is not lifted. */
const adoptRow = async (create: Route, item: Item, isOurs: boolean): Promise<Item> => ({
  ...item,
  held: { active: create.entity === 'members' && !isOurs ? true : undefined, foreign: !isOurs },
});

/** An edit shows, so a message of others is left as it is. */
async function adoptMessage(
  item: Item,
  isOurs: boolean,
  transport: Transport,
  signal: AbortSignal,
): Promise<Item | undefined> {
  if (!isOurs) return undefined;
  const found = await locateMessage({ ...item, held: { active: true } }, transport, signal);
  return 'status' in found ? undefined : found;
}

/** Messages are changed by an id of the service's own, which is not told where an answer was lost. */
async function locateMessage(item: Item, transport: Transport, signal: AbortSignal): Promise<Item | Outcome> {
  const { key, data, held } = item;
  if (!held || held.id !== undefined) return item;
  const place = { key, conversation: conversationOf(data), sentAt: data['sentAt'] as number };
  const found = await findMessage(place, transport, signal);
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
