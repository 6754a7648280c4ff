import { RunError } from '../../errors/run-error.ts';
import { conversationOf } from '../../input/entities/conversation.ts';
import type { CoreName, Data, Item } from '../../input/entities/entity.ts';
import { type CallInput, type Endpoint, endpointRequest, jsonObject } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { Budget } from '../transport/budget.ts';
import type { ApiRequest } from '../transport/transport.ts';
import { recognising } from './adopt-row.ts';
import { createdOne, dataOf, duplicateOf, rowVerdict } from './answers.ts';
import { bannedIn } from './former/ended-membership.ts';
import { messageRecall } from './message-recall.ts';
import { optionalRoutes } from './optional/optional-entities.ts';
import { ownerMembership } from './owner-membership.ts';
import { doubtedFiles, doubtedLength, refusedMessage, refusedUser } from './refusals.ts';
import type { Route, Target, TargetApi, Verdict } from './target.ts';
import { STANDING_BAN } from './updates.ts';

/** Uids of one add-members call, the documented maximum. */
const MEMBERS_MAX = 25;
const ID = /^[a-z0-9_-]{1,100}$/;

/** The ordinary REST API under its name in pipeline files. */
export const restTarget = {
  name: 'rest',
  batchClass: 'core',
  singleClass: 'standard',
  limited: new Set(['core', 'standard']),
  ownersJoin: true,
  membersOnly: true,
  open: (budget, _itemsMax, perSender) =>
    restApi({ core: budget('core'), standard: budget('standard') }, perSender),
} as const satisfies TargetApi;

/**
 * The ordinary REST calls, for services without the import API: one user, group or message per call, up to 25 members
 * per call. They cannot set a time in the past. The service does not refuse a repeated message, so a message is looked
 * for before it is sent again.
 */
export function restApi(
  budgets: { readonly core: Budget; readonly standard: Budget },
  perSender?: Budget,
): Target {
  return {
    name: restTarget.name,
    budgets,
    ...(perSender ? { perSender } : {}),
    routes: {
      users: single('users', endpoints.createUser, USER),
      groups: single('groups', endpoints.createGroup, GROUP),
      members: { ...members, ...ownerMembership() },
      messages: messages(),
      ...optionalRoutes,
    },
    probe: endpointRequest(endpoints.listUsers, { query: { perPage: 1, page: 1 } }),
  };
}

const USER = ['uid', 'name', 'avatar', 'link', 'role', 'statusMessage', 'metadata', 'tags'];
const GROUP = ['guid', 'name', 'type', 'password', 'icon', 'description', 'owner', 'metadata', 'tags'];
const MESSAGE = ['muid', 'sender', 'receiver', 'receiverType', 'category', 'type', 'data', 'tags'];

/** Ids are put into paths and headers, so the check of the entity's schema is repeated here. */
function checkedId(id: unknown): string {
  if (typeof id !== 'string' || !ID.test(id))
    throw new RunError('BUG.UNEXPECTED', 'an unchecked id reached a request');
  return id;
}

function only(data: Data, fields: readonly string[]): Data {
  return Object.fromEntries(
    fields.flatMap((field) => (data[field] === undefined ? [] : [[field, data[field]]])),
  );
}

/** One row may be the cause when a whole request is refused, so a refused request is divided. */
const write = <Path extends string>(call: Endpoint<Path>, input: CallInput<Path>): ApiRequest => ({
  ...endpointRequest(call, input),
  divisible: true,
});

function single(entity: CoreName, call: Endpoint, fields: readonly string[]): Route {
  return {
    entity,
    maxItems: 1,
    carries: new Set(fields),
    orderKey: (item) => item.key,
    batchKey: () => '',
    build: ([item]) => write(call, { body: only((item as Item).data, fields) }),
    settle: createdOne,
    refusal: duplicateOf,
    ...(entity === 'users' ? { refuses: refusedUser } : {}),
    doubts: doubtedLength,
    ...recognising(entity),
  };
}

const BUCKETS = { admin: 'admins', moderator: 'moderators', participant: 'participants' } as const;

function bucketOf({ data }: Item): string {
  return data['isBanned'] === true
    ? 'usersToBan'
    : BUCKETS[(data['scope'] ?? 'participant') as keyof typeof BUCKETS];
}

/** The code by which the service refuses to add somebody who is banned. */
const BANNED = 'SERVICE.ERR_BANNED_GROUPMEMBER';

/** Whoever is banned is there already, as the import API says; only a row that says in words that they are not is refused. */
function unlessStanding(verdict: Verdict, { data }: Item): Verdict {
  const isBanned = verdict.status === 'rejected' && verdict.problems.some(({ code }) => code === BANNED);
  return isBanned && data['isBanned'] !== false ? STANDING_BAN : verdict;
}

const members: Route = {
  entity: 'members',
  maxItems: MEMBERS_MAX,
  carries: new Set(['guid', 'uid', 'scope', 'isBanned']),
  orderKey: ({ data }) => data['guid'] as string,
  batchKey: ({ data }) => data['guid'] as string,
  build(items) {
    const guid = checkedId((items[0] as Item).data['guid']);
    const buckets = Map.groupBy(items, bucketOf);
    const lists = Array.from(
      buckets,
      ([bucket, list]) => [bucket, JSON.stringify(list.map(({ data }) => data['uid']))] as const,
    );
    return write(endpoints.addMembers, { params: { guid }, json: jsonObject(lists) });
  },
  settle(body, items) {
    const data = dataOf(body);
    return (
      data &&
      items.map((item) =>
        unlessStanding(
          rowVerdict(
            dataOf({ data: Object.hasOwn(data, bucketOf(item)) ? data[bucketOf(item)] : {} }) ?? {},
            item.data['uid'] as string,
          ),
          item,
        ),
      )
    );
  },
  refusal: duplicateOf,
  ends: bannedIn,
};

const messages = (): Route => ({
  entity: 'messages',
  maxItems: 1,
  carries: new Set(MESSAGE),
  refuses: refusedMessage,
  doubts: doubtedFiles,
  orderKey: ({ data }) => conversationOf(data),
  batchKey: () => '',
  build([item]) {
    const { data } = item as Item;
    const body = only(
      data,
      MESSAGE.filter((field) => field !== 'sender'),
    );
    const sender = checkedId(data['sender']);
    return { ...write(endpoints.sendMessage, { body, onBehalfOf: sender }), sender };
  },
  settle: createdOne,
  recall: messageRecall(),
});
