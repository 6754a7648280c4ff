import { type RunCode, RunError, runCodes } from '../../../errors/run-error.ts';
import { ServiceError } from '../../../errors/service-error.ts';
import { type Endpoint, endpointRequest, type Query } from '../../../service/api/endpoint.ts';
import { endpoints } from '../../../service/api/endpoints.ts';
import { stopCall } from '../../../service/client/answer.ts';
import { type Caller, createCaller } from '../../../service/client/caller.ts';
import {
  type AnswerShape,
  arrayOf,
  epoch,
  fields,
  id,
  maybe,
  string,
} from '../../../service/client/field.ts';
import { cursorList, type ListCall, pagedList } from '../../../service/client/list-calls.ts';
import { auth } from '../../../service/transport/auth.ts';
import type { Budget } from '../../../service/transport/budget.ts';
import { deadline } from '../../../service/transport/deadline.ts';
import { http } from '../../../service/transport/http.ts';
import { createLimiter } from '../../../service/transport/limiter.ts';
import { observe } from '../../../service/transport/observe.ts';
import { rateLimit } from '../../../service/transport/rate-limit.ts';
import { retry } from '../../../service/transport/retry.ts';
import { silence } from '../../../service/transport/silence.ts';
import { stopOnRefusal } from '../../../service/transport/stop-on-refusal.ts';
import {
  type ApiRequest,
  compose,
  type Layer,
  type Transport,
  type TransportEvent,
} from '../../../service/transport/transport.ts';
import { tries } from '../../../service/transport/tries.ts';
import type { Connection } from '../../../session/connect.ts';
import { shareLimits } from '../../../session/open-transport.ts';
import type { System } from '../../../system/system.ts';
import { LIST_PAGE_ROWS } from '../result/verification-cost.ts';
import type { TargetList, TargetReader, TargetRow } from './target-reader.ts';

/** Failed tries of one read before a probe checks whether the service is available. */
const TRIES_MAX = 4;

/** The earliest time that the service takes. */
const FIRST_S = 1_000_000_000;

/** Only the identifying fields are checked here; the comparison decides what else it reads from a row. */
const listOf = <T>(shape: AnswerShape<T>, idOf: (row: T) => string) => ({ shape, idOf });
const messageRow = fields({ id, sentAt: maybe(epoch) });
const conversationRow = fields({ conversationId: string });
const byReaction = listOf(
  fields({ id: maybe(id), uid: string, reaction: string }),
  (row) => row.id ?? JSON.stringify([row.uid, row.reaction]),
);
const byRole = listOf(fields({ role: string }), ({ role }) => role);
const byToken = listOf(fields({ uid: string, authToken: string }), ({ authToken }) => authToken);
const byUid = listOf(fields({ uid: string }), ({ uid }) => uid);
const byGuid = listOf(fields({ guid: string }), ({ guid }) => guid);
const byId = listOf(messageRow, (row) => row.id);
// A conversation of two users is listed once for each of them, and no member shows for whom a row is.
const bySide = listOf(conversationRow, (row) =>
  JSON.stringify([row.conversationId, row['conversationWith'], row['unreadMessageCount']]),
);

/** Probes: reads that show whether the service is available, each with another path. */
const PROBES: readonly ApiRequest[] = [
  endpointRequest(endpoints.listUsers, { query: { perPage: 1, page: 1 } }),
  endpointRequest(endpoints.listGroups, { query: { perPage: 1, page: 1 } }),
];

/**
 * Opens a target for reading, with the layers of a run: auth → retry → stop on refusal → limit → tries →
 * deadline → observe → silence → http. It makes only GET requests.
 * @param budget of the rate class that all lists draw on
 * @param deadlineMs milliseconds for one try, from its start to the last byte of the answer, at most
 * @param answered whether the service has answered a run: an outage at the start is then waited for like any other
 */
export function openReader(
  connection: Connection,
  budget: Budget,
  deadlineMs: number,
  onEvent: (event: TransportEvent) => void,
  { signal, system }: { readonly signal: AbortSignal; readonly system: System },
  answered: boolean,
): { readonly reader: TargetReader } & AsyncDisposable {
  const { baseUrl, caFile, apiKey } = connection;
  const { clock, random } = system;
  const sharing = shareLimits(connection, onEvent, system);
  const base = http({
    baseUrl,
    ...(caFile ? { caFile } : {}),
    deadlineMs,
    system,
    // A read that was given up needs no answer.
    drainMs: 0,
    connections: budget.concurrency,
  });
  const layers = [
    inServiceErrors,
    auth(apiKey),
    retry({ observe: onEvent, answered, clock, random }),
    stopOnRefusal(),
    rateLimit({
      limiter: createLimiter({ standard: budget }, undefined, clock, sharing),
      observe: onEvent,
      clock,
      random,
    }),
    tries({ max: TRIES_MAX, isAlive }),
    deadline(deadlineMs, clock),
    observe(onEvent, clock),
    silence(baseUrl, onEvent, clock),
  ];
  const chat = compose(base.transport, ...layers);
  const caller = createCaller({
    transports: { chat, calls: chat, management: chat },
    scrub: (text) => apiKey.scrub(text),
    watch: () => {},
    closed: new AbortController().signal,
  });
  return {
    reader: readerOf(caller, signal),
    [Symbol.asyncDispose]: async () => {
      await sharing?.budget[Symbol.asyncDispose]();
      await base[Symbol.asyncDispose]();
    },
  };
}

/** The lists of a service, as the caller reads them. */
function readerOf(caller: Caller, signal: AbortSignal): TargetReader {
  const options = { signal };
  const paged = <Path extends string, T extends TargetRow>(
    endpoint: Endpoint<Path>,
    list: Omit<ListCall<Path, T>, 'options'>,
  ): TargetList => pagesOf(pagedList(caller, endpoint, { ...list, options }));
  const messages = (query: Query): TargetList => {
    const all = { limit: LIST_PAGE_ROWS, withTags: true, ...query };
    return pagesOf(cursorList(caller, endpoints.listMessages, { ...byId, query: all, options }));
  };
  const perPage = LIST_PAGE_ROWS;
  const tagged = { perPage, withTags: true };
  const ofGroup = (guid: string) => ({ ...byUid, params: { guid }, query: { perPage } });
  return {
    users: () => paged(endpoints.listUsers, { ...byUid, query: { ...tagged, withDeactivated: true } }),
    groups: () => paged(endpoints.listGroups, { ...byGuid, query: tagged }),
    members: (guid) => paged(endpoints.listMembers, ofGroup(guid)),
    bannedUsers: (guid) => paged(endpoints.listBannedUsers, ofGroup(guid)),
    messages: (conversationId) =>
      messages({ affix: 'append', ...(conversationId === undefined ? {} : { conversationId }) }),
    newestMessages: (conversationId) => messages({ affix: 'prepend', limit: 100, conversationId }),
    reactions: (messageId) =>
      pagesOf(
        cursorList(caller, endpoints.listReactions, {
          ...byReaction,
          params: { id: messageId },
          query: { limit: LIST_PAGE_ROWS },
          options,
        }),
      ),
    message: (id) => oneRow(caller.data(endpoints.getMessage, messageRow, { params: { id } }, { signal })),
    ...sideLists(caller, signal),
    roles: () => paged(endpoints.listRoles, { ...byRole, query: { perPage } }),
    friends: (uid) => paged(endpoints.listFriends, { ...byUid, params: { uid }, query: { perPage } }),
    blockedUsers: (uid) =>
      paged(endpoints.listBlockedUsers, { ...byUid, params: { uid }, query: { perPage } }),
    authTokens: (uid) => paged(endpoints.listAuthTokens, { ...byToken, params: { uid }, query: { perPage } }),
    conversations: () => paged(endpoints.listConversations, { ...bySide, query: { perPage } }),
  };
}

/** The view of one user of a conversation. */
function sideLists(caller: Caller, signal: AbortSignal): Pick<TargetReader, 'lastMessage' | 'conversation'> {
  const messages = arrayOf(messageRow);
  const newest = { limit: 1, affix: 'prepend', fromTimestamp: FIRST_S } as const;
  return {
    lastMessage({ entity, id: peer }, onBehalfOf, to) {
      const query = { ...newest, toTimestamp: to };
      const [ofGroup, ofUser] = [
        { params: { guid: peer }, query },
        { params: { uid: peer }, query },
      ];
      const options = { signal, onBehalfOf };
      return onePage(() =>
        entity === 'groups'
          ? caller.data(endpoints.listGroupMessages, messages, ofGroup, options)
          : caller.data(endpoints.listUserMessages, messages, ofUser, options),
      );
    },
    conversation({ entity, id: peer }, onBehalfOf) {
      const options = { signal, onBehalfOf };
      return oneRow(
        entity === 'groups'
          ? caller.data(endpoints.getGroupConversation, conversationRow, { params: { guid: peer } }, options)
          : caller.data(endpoints.getUserConversation, conversationRow, { params: { uid: peer } }, options),
      );
    },
  };
}

/** The caller knows the errors of single calls only. */
const inServiceErrors: Layer = (next) => async (request, signal) => {
  try {
    return await next(request, signal);
  } catch (error) {
    throw error instanceof RunError ? stopCall(error.code, error.message, error.cause) : error;
  }
};

/** True if the service answers a probe whose path is not the one that fails. */
async function isAlive(failed: ApiRequest, next: Transport, signal: AbortSignal): Promise<boolean> {
  const pathOf = (path: string): string => path.split('?')[0] as string;
  const probe = PROBES.find(({ path }) => pathOf(path) !== pathOf(failed.path)) as ApiRequest;
  try {
    const { status } = await next(
      { ...probe, ...(failed.headers ? { headers: failed.headers } : {}) },
      signal,
    );
    return status >= 200 && status < 300;
  } catch {
    return false;
  }
}

const oneRow = (row: Promise<TargetRow>): TargetList => onePage(async () => [await row]);

const onePage = (page: () => Promise<readonly TargetRow[]>): TargetList =>
  pagesOf({
    async *pages() {
      yield await page();
    },
  });

/** The pages of a list; an error that means that nothing can be read becomes a RunError again. */
async function* pagesOf(list: { pages(): TargetList }): TargetList {
  try {
    yield* list.pages();
  } catch (error) {
    if (error instanceof ServiceError && Object.hasOwn(runCodes, error.code))
      throw new RunError(error.code as RunCode, error.message, { cause: error });
    throw error;
  }
}
