import type { Item } from '../../../input/entities/entity.ts';
import { APP_UID } from '../../../input/entities/limits.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import { createdOne, dataOf } from '../answers.ts';
import { messageById, SKEW_S } from '../find-message.ts';
import { actorsIn } from '../refusals.ts';
import type { Route } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

const read = (id: string): ApiRequest => endpointRequest(endpoints.getMessage, { params: { id } });

/** As the app, which may unpin what any user has pinned. */
const unpin = (id: string): ApiRequest => endpointRequest(endpoints.unpinMessage, { params: { id } });

/** A row is never sent without its message. */
const NO_HOST = { id: '' };

const isPinned = (message: Readonly<Record<string, unknown>>): boolean =>
  message['pinnedAt'] !== undefined && message['pinnedAt'] !== null;

/**
 * Two calls for a row: the service takes a repeated pin with a new time, so whether the message was pinned before is read
 * first. Only a pin that was not there is ours.
 */
const route: Route = {
  entity: 'pins',
  maxItems: 1,
  carries: new Set(['muid', 'uid']),
  orderKey: ({ data }) => data['muid'] as string,
  batchKey: () => '',
  // Without a user, the app pins it.
  actors: actorsIn('uid'),
  build([item], _startedAt, call = 0) {
    const { data, host: { id } = NO_HOST } = item as Item;
    const onBehalfOf = data['uid'] as string | undefined;
    const pin = { params: { id }, ...(onBehalfOf === undefined ? {} : { onBehalfOf }) };
    return { ...(call === 0 ? read(id) : endpointRequest(endpoints.pinMessage, pin)), divisible: true };
  },
  settle(body, _items, call = 0) {
    if (call > 0) return createdOne(body);
    const message = dataOf(body);
    return message && [{ status: isPinned(message) ? 'duplicate' : 'more' }];
  },
  // Who has pinned a message is compared by `verify`; a pin that is there already stays.
  adopt: async () => undefined,
  /** A pin that we may have made is ours if it is by the same user and not older than our first request. */
  async recognise({ data, host: { id } = NO_HOST, maybeSent }, { since }, transport, signal) {
    const message = (await messageById(id, transport, signal)) ?? {};
    const by = String(message['pinnedBy'] ?? '').toLowerCase();
    const isOld = Number(message['pinnedAt']) < since - SKEW_S && !maybeSent?.wasOurs;
    const isOurs = by === (data['uid'] ?? APP_UID) && !isOld;
    return isOurs ? { status: 'created', id } : { status: 'exists' };
  },
};

/** Pins, after their messages. */
export const pins: OptionalCalls = {
  route: { ...route, hanging: { field: 'muid', hangsOn: ({ data }) => data['muid'] as string, route } },
  changes: {
    // Whether a repeated pin takes another user is not documented, so the old one goes first.
    calls: ({ host: { id } = NO_HOST }) => [unpin(id), 'create'],
  },
  async removal({ key, id }, idOf) {
    const host = id ?? (await idOf(key));
    return host === undefined ? undefined : unpin(host);
  },
};
