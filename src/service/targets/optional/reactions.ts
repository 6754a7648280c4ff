import { attachedOf } from '../../../input/entities/attached-key.ts';
import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import { createdOne, listOf } from '../answers.ts';
import { SKEW_S } from '../find-message.ts';
import { actorsIn } from '../refusals.ts';
import type { Route } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Users of one reaction that are read: the most that a page has. */
const PAGE = 1_000;

const pathOf = ({ data, host }: Item) => ({ id: host?.id ?? '', reaction: data['reaction'] as string });
const read = (item: Item): ApiRequest =>
  endpointRequest(endpoints.getReaction, { params: pathOf(item), query: { limit: PAGE } });

/** The reaction of the row in a list of those who gave it; null if it is not there, undefined if this is no list. */
function found(body: unknown, { data }: Item): Readonly<Record<string, unknown>> | null | undefined {
  const listed = listOf(body);
  return listed && (listed.find(({ uid }) => String(uid).toLowerCase() === data['uid']) ?? null);
}

/** True if a call is that which reads: only a message that was there before us can have a reaction that was. */
const isRead = ({ host }: Item, call: number): boolean => host?.foreign === true && call === 0;

/**
 * One reaction as a live call in the name of its user. The service takes a repeated one as the same, so the call may be
 * repeated. Its answer is the message, whose id the ledger keeps for the removal; it does not say whether the reaction was
 * there before.
 */
const route: Route = {
  entity: 'reactions',
  maxItems: 1,
  carries: new Set(['muid', 'uid', 'reaction']),
  // The service shows reactions in the order in which they came.
  orderKey: ({ data }) => data['muid'] as string,
  batchKey: () => '',
  actors: actorsIn('uid'),
  build([only], _startedAt, call = 0) {
    const item = only as Item;
    const add = { params: pathOf(item), onBehalfOf: item.data['uid'] as string };
    const request = isRead(item, call) ? read(item) : endpointRequest(endpoints.addReaction, add);
    return { ...request, divisible: true };
  },
  settle(body, [only], call = 0) {
    const item = only as Item;
    if (!isRead(item, call)) return createdOne(body);
    const given = found(body, item);
    return given === undefined ? undefined : [{ status: given ? 'duplicate' : 'more' }];
  },
  // A reaction has no content: one that is there already is the same.
  adopt: async () => undefined,
  /** A reaction that we may have made is ours if it is not older than our first request. */
  async recognise(item, { since }, transport, signal) {
    const { body } = await transport(read(item), signal);
    const isOld = Number(found(body, item)?.['reactedAt']) < since - SKEW_S;
    return isOld && !item.maybeSent?.wasOurs
      ? { status: 'exists' }
      : { status: 'created', id: pathOf(item).id };
  },
};

/** Reactions, after their messages. */
export const reactions: OptionalCalls = {
  route: { ...route, hanging: { field: 'muid', hangsOn: ({ data }) => data['muid'] as string, route } },
  changes: { calls: ({ host }) => (host?.foreign ? ['create', 'create'] : ['create']) },
  async removal({ key, id }, idOf) {
    const { uid, added, muid } = attachedOf(key);
    const host = id ?? (await idOf(muid));
    if (host === undefined) return undefined;
    return endpointRequest(endpoints.removeReaction, {
      params: { id: host, reaction: added },
      onBehalfOf: uid,
    });
  },
};
