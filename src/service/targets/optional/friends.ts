import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { dataOf, duplicateOf, rowVerdict } from '../answers.ts';
import { actorsIn } from '../refusals.ts';
import type { Route } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Friends of one user in a request; a user may have 1,000. */
const FRIENDS_MAX = 100;

const userOf = ({ data }: Item): string => data['uid'] as string;
const friendOf = ({ data }: Item): string => data['friendUid'] as string;

const route: Route = {
  entity: 'friends',
  maxItems: FRIENDS_MAX,
  carries: new Set(['uid', 'friendUid']),
  orderKey: userOf,
  batchKey: userOf,
  actors: actorsIn('uid', 'friendUid'),
  build(items) {
    const params = { uid: userOf(items[0] as Item) };
    const request = endpointRequest(endpoints.addFriends, {
      params,
      body: { accepted: items.map(friendOf) },
    });
    return { ...request, divisible: true };
  },
  settle(body, items) {
    const results = dataOf(dataOf(body) && { data: dataOf(body)?.['accepted'] });
    return results && items.map((item) => rowVerdict(results, friendOf(item)));
  },
  refusal: duplicateOf,
  // A friendship has no content: one that is there already is the same.
  adopt: async () => undefined,
};

/** Friendships, by the calls of one of the two users. */
export const friends: OptionalCalls = {
  route,
  changes: { calls: () => ['create'] },
  async removal({ key }) {
    const [uid = '', friend = ''] = key.split(' ');
    return endpointRequest(endpoints.removeFriends, { params: { uid }, body: { friends: [friend] } });
  },
};
