import { attachedOf } from '../../../input/entities/attached-key.ts';
import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { createdOne } from '../answers.ts';
import type { Route } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/**
 * One reaction as a live call in the name of its user. The service takes a repeated one as the same, so the call may be
 * repeated. Its answer is the message, whose id the ledger keeps for the removal.
 */
const route: Route = {
  entity: 'reactions',
  maxItems: 1,
  carries: new Set(['muid', 'uid', 'reaction']),
  // The service shows reactions in the order in which they came.
  orderKey: ({ data }) => data['muid'] as string,
  batchKey: () => '',
  build: ([item]) => {
    const { data, host = '' } = item as Item;
    const params = { id: host, reaction: data['reaction'] as string };
    const request = endpointRequest(endpoints.addReaction, { params, onBehalfOf: data['uid'] as string });
    return { ...request, divisible: true };
  },
  settle: createdOne,
};

/** Reactions, after their messages. */
export const reactions: OptionalCalls = {
  route: { ...route, hanging: { field: 'muid', hangsOn: ({ data }) => data['muid'] as string, route } },
  changes: { calls: () => ['create'], adopt: async () => undefined },
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
