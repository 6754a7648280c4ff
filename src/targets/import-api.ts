import type { Data, EntityName, Item } from '../entity.ts';
import type { Budget, Route, Target } from '../route.ts';
import { dataOf, jsonObject, rowVerdict } from './answers.ts';
import { conversationOf } from './conversation.ts';

/** Rows of one request, the documented maximum of the Data Import API. */
const ITEMS_MAX = 50;
const RATE_CLASS = 'import';

type Shape = {
  readonly carries: readonly string[];
  /** The item as the API takes it. */
  item(data: Data, item: Item, startedAt: number): unknown;
  orderKey(item: Item): string;
};

const asIs = (data: Data): Data => data;
const byKey = (item: Item): string => item.key;

const shapes: Readonly<Record<EntityName, Shape>> = {
  users: {
    carries: [
      'uid',
      'name',
      'avatar',
      'link',
      'role',
      'statusMessage',
      'metadata',
      'tags',
      'createdAt',
      'lastActiveAt',
      'deactivatedAt',
    ],
    item: asIs,
    orderKey: byKey,
  },
  groups: {
    carries: ['guid', 'name', 'type', 'password', 'icon', 'owner', 'metadata', 'tags', 'createdAt'],
    item: asIs,
    orderKey: byKey,
  },
  members: {
    carries: ['guid', 'uid', 'scope', 'joinedAt', 'isBanned'],
    /** `joinedAt` is required by the API: a member without one joined when this migration began. */
    item: (data, item, startedAt) => ({ memberId: item.key, joinedAt: startedAt, ...data }),
    orderKey: byKey,
  },
  messages: {
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
    item: asIs,
    orderKey: conversationOf,
  },
};

/**
 * The Data Import API: `POST /data_import/<entity>` with up to 50 rows, each keyed by its own id and answered for by
 * itself. The service refuses a key twice, so every request may be repeated.
 */
export function importApi(options: { readonly budget: Budget; readonly itemsMax?: number }): Target {
  const itemsMax = Math.min(options.itemsMax ?? ITEMS_MAX, ITEMS_MAX);
  return {
    name: 'import',
    budgets: {
      [RATE_CLASS]: options.budget,
      read: { ...options.budget, requests: Math.max(options.budget.requests, 500) },
    },
    routes: {
      users: route('users', itemsMax),
      groups: route('groups', itemsMax),
      members: route('members', itemsMax),
      messages: route('messages', itemsMax),
    },
    probe: {
      method: 'GET',
      path: '/users?perPage=1&page=1',
      rateClass: 'read',
      repeatable: true,
      divisible: false,
    },
  };
}

function route(entity: EntityName, maxItems: number): Route {
  const { carries: names, item: itemOf, orderKey } = shapes[entity];
  const carries = new Set(names);
  return {
    entity,
    maxItems,
    carries,
    orderKey,
    batchKey: () => '',
    build: (items, startedAt) => ({
      method: 'POST',
      path: `/data_import/${entity}`,
      body: `{"${entity}":${jsonObject(
        items.map((item) => [item.key, JSON.stringify(itemOf(carried(item.data, carries), item, startedAt))]),
      )}}`,
      rateClass: RATE_CLASS,
      repeatable: true,
      divisible: true,
    }),
    settle: (body, items) => {
      const results = dataOf(body);
      return results && items.map(({ key }) => rowVerdict(results, key));
    },
  };
}

/** Only what the API takes; the same object where that is all of it. */
function carried(data: Data, carries: ReadonlySet<string>): Data {
  const fields = Object.keys(data);
  return fields.every((field) => carries.has(field))
    ? data
    : Object.fromEntries(Object.entries(data).filter(([field]) => carries.has(field)));
}
