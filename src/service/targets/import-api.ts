import { conversationOf } from '../../input/entities/conversation.ts';
import type { CoreName, Data, Item } from '../../input/entities/entity.ts';
import { NEVER } from '../../input/entities/rights.ts';
import type { Doubt } from '../../input/rows/row.ts';
import { type Endpoint, endpointRequest, jsonObject } from '../api/endpoint.ts';
import { endpoints } from '../api/endpoints.ts';
import type { Budget } from '../transport/budget.ts';
import { recognising } from './adopt-row.ts';
import { dataOf, rowVerdict } from './answers.ts';
import { type Bulk, bulkBody } from './bulk.ts';
import { createdRows } from './bulk-answer.ts';
import { optionalRoutes } from './optional/optional-entities.ts';
import { ownerMembership } from './owner-membership.ts';
import { doubtedFiles, doubtedLength, refusedMessage } from './refusals.ts';
import type { Route, Target, TargetApi } from './target.ts';

/** Rows of one request, the documented maximum of the Data Import API. */
const ITEMS_MAX = 50;
type Shape = {
  readonly call: Endpoint;
  /** The fields of the API's own schema. */
  readonly carries: readonly string[];
  /** The field that says who mentioned users are. */
  readonly mentionDetails?: string;
  /** The name of a member that repeats the key. */
  readonly keyMember?: string;
  /** Fields that `extra` adds to a row without them. */
  readonly needs?: readonly string[];
  /** Fields that the API requires besides the row's own. */
  extra?(item: Item): Data;
  orderKey(item: Item): string;
};

const byKey = (item: Item): string => item.key;

const shapes: Readonly<Record<CoreName, Shape>> = {
  users: {
    call: endpoints.importUsers,
    carries: [
      'uid',
      'name',
      'avatar',
      'link',
      'role',
      'metadata',
      'tags',
      'createdAt',
      'lastActiveAt',
      'deactivatedAt',
    ],
    orderKey: byKey,
  },
  groups: {
    call: endpoints.importGroups,
    carries: ['guid', 'name', 'type', 'password', 'icon', 'owner', 'metadata', 'tags', 'createdAt'],
    orderKey: byKey,
  },
  members: {
    call: endpoints.importMembers,
    carries: ['guid', 'uid', 'scope', 'joinedAt', 'isBanned'],
    keyMember: 'memberId',
    // A row without it may get one of its group.
    needs: ['joinedAt'],
    extra: ({ key }) => ({ memberId: key }),
    orderKey: byKey,
  },
  messages: {
    call: endpoints.importMessages,
    carries: [
      'muid',
      'sender',
      'receiver',
      'receiverType',
      'sentAt',
      'category',
      'type',
      'data',
      'tags',
      'deliveredAt',
      'readAt',
    ],
    mentionDetails: 'mentionedUserDetails',
    orderKey: ({ data }) => conversationOf(data),
  },
};

/** The Data Import API under its name in pipeline files. */
export const importTarget = {
  name: 'import',
  batchClass: 'import',
  singleClass: 'standard',
  limited: new Set(['import']),
  ownersJoin: false,
  membersOnly: false,
  open: (budget, itemsMax, perSender) =>
    importApi({
      budget: budget('import'),
      single: { core: budget('core'), standard: budget('standard') },
      itemsMax,
      perSender,
    }),
} as const satisfies TargetApi;

/**
 * The Data Import API: `POST /data_import/<entity>` with up to 50 rows, each with its own key and its own result. The
 * service refuses a repeated key, so every request may be repeated.
 */
export function importApi(options: {
  readonly budget: Budget;
  /** For the calls that write one row each. */
  readonly single?: { readonly core: Budget; readonly standard: Budget };
  readonly itemsMax?: number;
  /** For the live calls of each sender. */
  readonly perSender?: Budget | undefined;
}): Target {
  const itemsMax = Math.min(options.itemsMax ?? ITEMS_MAX, ITEMS_MAX);
  const { budget, single = { core: budget, standard: budget }, perSender } = options;
  return {
    name: importTarget.name,
    budgets: { import: budget, ...single },
    ...(perSender ? { perSender } : {}),
    routes: {
      users: route('users', itemsMax),
      groups: route('groups', itemsMax),
      members: { ...route('members', itemsMax), ...ownerMembership() },
      messages: route('messages', itemsMax),
      ...optionalRoutes,
    },
    probe: endpointRequest(endpoints.listUsers, { query: { perPage: 1, page: 1 } }),
  };
}

/** Imports are said to be restricted as the call to send a message is, in an older document. */
const doubtedMessage = (data: Data): Doubt | undefined => refusedMessage(data) ?? doubtedFiles(data);

function route(entity: CoreName, maxItems: number): Route {
  const { call, carries: names, extra, orderKey, mentionDetails } = shapes[entity];
  const carries = new Set(names);
  const written = new Set([...names, ...(mentionDetails === undefined ? [] : [mentionDetails])]);
  return {
    entity,
    maxItems,
    carries,
    orderKey,
    batchKey: () => '',
    build: (items) => {
      const rows = items.map((item) => [item.key, itemJson(item, written, extra?.(item))] as const);
      const json = `{"${entity}":${jsonObject(rows)}}`;
      return { ...endpointRequest(call, { json }), divisible: true };
    },
    settle: (body, items) => {
      const results = dataOf(body);
      return results && items.map(({ key }) => rowVerdict(results, key));
    },
    bulk: bulk(entity),
    ...(entity === 'members' ? {} : { doubts: entity === 'messages' ? doubtedMessage : doubtedLength }),
    ...(mentionDetails === undefined ? {} : { mentionDetails }),
    ...recognising(entity),
  };
}

/** Rows of JSON that is ready; `extra` has nothing to add to them but the key. */
function bulk(entity: CoreName): Bulk {
  const { call, keyMember = '', needs = [] } = shapes[entity];
  const before = Buffer.from(`{"${entity}":{`);
  const member = Buffer.from(keyMember === '' ? '' : `"${keyMember}":`);
  const empty = endpointRequest(call, { json: '' });
  return {
    needs,
    build: (rows) => ({
      ...empty,
      body: bulkBody(rows, before, member),
      divisible: true,
      createdIn: (answer) => createdRows(answer, rows),
    }),
  };
}

/** The item in the form of the API: without fields that it does not carry, with the extra fields that it requires. */
function itemJson({ data, json }: Item, written: ReadonlySet<string>, extra: Data | undefined): string {
  // A user who is active in so many words is one without a time.
  const isCarried = (field: string): boolean =>
    written.has(field) && !(field === 'deactivatedAt' && data[field] === NEVER);
  if (!extra && Object.keys(data).every(isCarried)) return json;
  const carried = Object.entries(data).filter(([field]) => isCarried(field));
  return JSON.stringify({ ...extra, ...Object.fromEntries(carried) });
}
