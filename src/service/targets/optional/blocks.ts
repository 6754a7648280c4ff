import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { isRecord } from '../../transport/transport.ts';
import { dataOf, rowVerdict } from '../answers.ts';
import type { Route } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Blocked users of one user in a request. */
const BLOCKS_MAX = 100;
/** Blocks of one user that are read before: the most that a page of the list has. */
const PER_PAGE = 1_000;

const userOf = ({ data }: Item): string => data['uid'] as string;
const blockedOf = ({ data }: Item): string => data['blockedUid'] as string;

/**
 * Two calls for the rows of one user: the service takes a repeated block as the same, so which blocks were there before is
 * read first. Only those that were not are ours.
 */
const route: Route = {
  entity: 'blocks',
  maxItems: BLOCKS_MAX,
  carries: new Set(['uid', 'blockedUid']),
  orderKey: userOf,
  batchKey: userOf,
  build(items, _startedAt, call = 0) {
    const params = { uid: userOf(items[0] as Item) };
    const request =
      call === 0
        ? endpointRequest(endpoints.listBlockedUsers, { params, query: { perPage: PER_PAGE, page: 1 } })
        : endpointRequest(endpoints.blockUsers, { params, body: { blockedUids: items.map(blockedOf) } });
    return { ...request, divisible: true };
  },
  settle(body, items, call = 0) {
    if (call > 0) {
      const results = dataOf(body);
      return results && items.map((item) => rowVerdict(results, blockedOf(item)));
    }
    const listed = isRecord(body) ? body['data'] : undefined;
    if (!Array.isArray(listed)) return undefined;
    const blocked = new Set(listed.filter(isRecord).map(({ uid }) => String(uid).toLowerCase()));
    return items.map((item) => ({ status: blocked.has(blockedOf(item)) ? 'duplicate' : 'more' }));
  },
  // A block has no content: one that is there already is the same.
  adopt: async () => undefined,
};

/** Blocks, by the calls of the user who blocks. */
export const blocks: OptionalCalls = {
  route,
  changes: { calls: () => ['create', 'create'], adopt: async () => undefined },
  async removal({ key }) {
    const [uid = '', blocked = ''] = key.split(' ');
    return endpointRequest(endpoints.unblockUsers, { params: { uid }, body: { blockedUids: [blocked] } });
  },
};
