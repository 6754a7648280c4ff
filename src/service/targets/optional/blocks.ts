import type { Item } from '../../../input/entities/entity.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiRequest } from '../../transport/transport.ts';
import { dataOf, listOf, rowVerdict } from '../answers.ts';
import { SKEW_S } from '../find-message.ts';
import { actorsIn } from '../refusals.ts';
import type { Route, Verdict } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Blocked users of one user in a request. */
const BLOCKS_MAX = 100;
/** The most that a page of the list has. */
const PER_PAGE = 1_000;
/** So many calls at most read the blocks of a user, a page each; the one after them writes. */
const PAGES_MAX = 1_000;
const WRITE = PAGES_MAX;

const userOf = ({ data }: Item): string => data['uid'] as string;
const blockedOf = ({ data }: Item): string => data['blockedUid'] as string;

const read = (uid: string, page: number): ApiRequest =>
  endpointRequest(endpoints.listBlockedUsers, { params: { uid }, query: { perPage: PER_PAGE, page } });

const uidOf = ({ uid }: Readonly<Record<string, unknown>>): string => String(uid).toLowerCase();

/**
 * Two calls for the rows of one user: the service takes a repeated block as the same, so which blocks were there before is
 * read first, page by page. Only those that were not are ours.
 */
const route: Route = {
  entity: 'blocks',
  maxItems: BLOCKS_MAX,
  carries: new Set(['uid', 'blockedUid']),
  orderKey: userOf,
  batchKey: userOf,
  actors: actorsIn('uid', 'blockedUid'),
  build(items, _startedAt, call = 0) {
    const uid = userOf(items[0] as Item);
    const request =
      call < WRITE
        ? read(uid, call + 1)
        : endpointRequest(endpoints.blockUsers, {
            params: { uid },
            body: { blockedUids: items.map(blockedOf) },
          });
    return { ...request, divisible: true };
  },
  settle(body, items, call = 0) {
    if (call >= WRITE) {
      const results = dataOf(body);
      return results && items.map((item) => rowVerdict(results, blockedOf(item)));
    }
    const page = listOf(body);
    if (!page) return undefined;
    const blocked = new Set(page.map(uidOf));
    const next: Verdict = page.length < PER_PAGE ? { status: 'more', call: WRITE } : { status: 'more' };
    return items.map((item) => (blocked.has(blockedOf(item)) ? { status: 'duplicate' } : next));
  },
  // A block has no content: one that is there already is the same.
  adopt: async () => undefined,
  /** A block that we may have made is ours if it is not older than our first request. */
  async recognise(item, { since }, transport, signal) {
    for (let page = 1; page <= PAGES_MAX; page++) {
      const found = listOf((await transport(read(userOf(item), page), signal)).body) ?? [];
      const block = found.find((each) => uidOf(each) === blockedOf(item));
      const isOld = Number(block?.['blockedByMeAt']) < since - SKEW_S && !item.maybeSent?.wasOurs;
      if (block) return { status: isOld ? 'exists' : 'created' };
      if (found.length < PER_PAGE) break;
    }
    return { status: 'created' };
  },
};

/** The calls of a row that is written again: all that read, and the one that writes. */
const CALLS = Array.from({ length: WRITE + 1 }, () => 'create' as const);

/** Blocks, by the calls of the user who blocks. */
export const blocks: OptionalCalls = {
  route,
  changes: { calls: () => CALLS },
  async removal({ key }) {
    const [uid = '', blocked = ''] = key.split(' ');
    return endpointRequest(endpoints.unblockUsers, { params: { uid }, body: { blockedUids: [blocked] } });
  },
};
