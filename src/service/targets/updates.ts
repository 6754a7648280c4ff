import { RunError } from '../../errors/run-error.ts';
import type { Data, EntityName, Item, RemoteRow } from '../../input/entities/entity.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import { endpointRequest } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { ApiRequest, Transport } from '../transport/transport.ts';
import { adoptMessage, GONE, locateMessage, notFound } from './adopt-message.ts';
import { adoptMember, adoptRow } from './adopt-row.ts';
import { DUPLICATE_CODES, dataOf } from './answers.ts';
import { type Change, changeOf } from './change.ts';
import type { ExistingRow, Route, Verdict } from './target.ts';

/** A row that the service holds and that has to be changed. */
type ChangedItem = Item & { readonly remote: RemoteRow };

/** One request of a change; `create` stands for that which would create the row. */
type Call = ApiRequest | 'create';

/** Gives a route the changes of rows that the service holds; each of them has its requests to itself. */
export function updating(create: Route): Route {
  const { calls, locate, adopt, missing } = changes[create.entity];
  const callAt = (item: ChangedItem, call: number): Call => calls(item)[call] as Call;
  const after = (item: ChangedItem, call: number): Verdict => ({
    ...(call + 1 < calls(item).length
      ? { status: 'more' }
      : { status: 'updated', ...(item.remote.foreign ? { foreign: true } : {}) }),
  });
  const concluded = (verdict: Verdict, item: ChangedItem, call: number): Verdict =>
    verdict.status === 'created' || verdict.status === 'duplicate' ? after(item, call) : verdict;
  return {
    ...create,
    alone: (item) => item.remote !== undefined,
    build(items, startedAt, call = 0) {
      const [item] = items;
      if (!isChanged(item)) return create.build(items, startedAt);
      const request = callAt(item, call);
      // Each of these calls leaves the row in the same state however often it is made.
      return request === 'create' ? create.build(items, startedAt) : { ...request, repeatable: true };
    },
    settle(body, items, call = 0) {
      const [item] = items;
      if (!isChanged(item)) return create.settle(body, items);
      if (callAt(item, call) !== 'create') return dataOf(body) && [after(item, call)];
      return create.settle(body, items)?.map((verdict) => concluded(verdict, item, call));
    },
    refusal(code, item, call = 0) {
      if (!item || !isChanged(item)) return create.refusal?.(code);
      const gone = missing?.(code);
      if (gone) return gone;
      return DUPLICATE_CODES.has(code) || GONE_CODES.has(code) ? after(item, call) : undefined;
    },
    ...(locate ? { locate } : {}),
    adopt: (item, there, transport, signal) => adopt(item, there, create, transport, signal),
    ...(create.recall
      ? {
          recall: (items, doubt, transport, signal) =>
            // A change is not looked for: it is made again.
            (create.recall as NonNullable<Route['recall']>)(
              items.filter((item) => !isChanged(item)),
              doubt,
              transport,
              signal,
            ),
        }
      : {}),
  };
}

/** Codes by which the service says that what a call would end has ended. */
const GONE_CODES: ReadonlySet<string> = new Set(['ERR_NOT_A_BANNED_USER']);

/** Codes by which it says that there is no message of an id. */
const LOST_CODES: ReadonlySet<string> = new Set(['ERR_MESSAGE_ID_NOT_FOUND', 'ERR_MSG_NOT_FOUND']);

const isChanged = (item: Item | undefined): item is ChangedItem => item?.remote !== undefined;

/** How rows of an entity are changed. */
type RowChanges = {
  /** The requests of a change, in their order. */
  calls(item: ChangedItem): readonly Call[];
  readonly locate?: NonNullable<Route['locate']>;
  adopt(
    item: Item,
    there: ExistingRow,
    create: Route,
    transport: Transport,
    signal: AbortSignal,
  ): Promise<Item | Outcome | undefined>;
  /** What a code means that says that there is no such row; undefined for every other. */
  missing?(code: string): Outcome | undefined;
};

const changes: Readonly<Record<EntityName, RowChanges>> = {
  users: {
    calls: userCalls,
    adopt: (item, there, _create, transport, signal) => adoptRow(item, there, 'users', transport, signal),
  },
  groups: {
    calls: ({ key, data }) => [
      endpointRequest(endpoints.updateGroup, { params: { guid: key }, body: bodyOf(changeOf.groups(data)) }),
    ],
    adopt: (item, there, _create, transport, signal) => adoptRow(item, there, 'groups', transport, signal),
  },
  members: { calls: memberCalls, adopt: async (item, there) => adoptMember(item, there) },
  messages: {
    calls: messageCalls,
    locate: locateMessage,
    adopt: adoptMessage,
    missing: (code) => (LOST_CODES.has(code) ? notFound(GONE) : undefined),
  },
};

function userCalls({ key, data, remote }: ChangedItem): readonly Call[] {
  const change = endpointRequest(endpoints.updateUser, {
    params: { uid: key },
    body: bodyOf(changeOf.users(data)),
  });
  // A user that is deactivated is not found by the call that changes it; to take one into use that is in use does no harm.
  const back = endpointRequest(endpoints.reactivateUsers, { body: { uidsToActivate: [key] } });
  const away = endpointRequest(endpoints.deactivateUsers, { body: { uidsToDeactivate: [key] } });
  return [...(remote.active ? [] : [back]), change, ...(data['deactivatedAt'] === undefined ? [] : [away])];
}

function memberCalls({ data, remote }: ChangedItem): readonly Call[] {
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
  if (remote.active) return [change];
  // Who is banned is created anew; who is not is told so twice, and then changed.
  const anew: readonly Call[] = [endpointRequest(endpoints.unbanUser, { params }), 'create'];
  return remote.active === false ? anew : [...anew, change];
}

function messageCalls({ data, remote }: ChangedItem): readonly Call[] {
  if (remote.id === undefined)
    throw new RunError('BUG.UNEXPECTED', 'a message without an id cannot be changed');
  const { text, metadata = {} } = (data['data'] ?? {}) as Data;
  return [
    endpointRequest(endpoints.editMessage, {
      params: { id: remote.id },
      body: { data: { ...(text === undefined ? {} : { text }), metadata }, tags: data['tags'] ?? [] },
    }),
  ];
}

const bodyOf = ({ fields, unset }: Change): Data => ({ ...fields, ...(unset.length > 0 ? { unset } : {}) });
