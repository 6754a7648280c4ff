import type { Item } from '../../../input/entities/entity.ts';
import type { Outcome } from '../../../input/rows/outcome.ts';
import { endpointRequest } from '../../api/endpoint.ts';
import { endpoints } from '../../api/endpoints.ts';
import { type ApiRequest, apiError, isRecord, type Transport } from '../../transport/transport.ts';
import { dataOf } from '../answers.ts';
import { SKEW_S } from '../find-message.ts';
import { actorsIn } from '../refusals.ts';
import type { ExistingRow, Route, Verdict } from '../target.ts';
import type { OptionalCalls } from './optional-calls.ts';

/** Asks for the newest token; the service makes one if there is none. Without `force`, it can be repeated. */
const request = ({ key }: Item): ApiRequest => ({
  ...endpointRequest(endpoints.createAuthToken, { params: { uid: key }, body: { force: false } }),
  repeatable: true,
  divisible: true,
});

/** The token in an answer as the id of the row: only the ledger and `tokens.csv` have it. */
function tokenIn(body: unknown): string | undefined {
  const token = dataOf(body)?.['authToken'];
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const created = (id: string): Verdict => ({ status: 'created', id });

/** Two calls a row: whether the user has a token is read first. Only one that is made here is ours. */
const route: Route = {
  entity: 'tokens',
  maxItems: 1,
  carries: new Set(['uid']),
  orderKey: ({ key }) => key,
  batchKey: () => '',
  actors: actorsIn('uid'),
  build([item], _startedAt, call = 0) {
    if (call > 0) return request(item as Item);
    const [params, query] = [{ uid: (item as Item).key }, { perPage: 1, page: 1 }];
    return { ...endpointRequest(endpoints.listAuthTokens, { params, query }), divisible: true };
  },
  settle(body, _items, call = 0) {
    if (call > 0) {
      const token = tokenIn(body);
      return token === undefined ? undefined : [created(token)];
    }
    // Whatever stands in the list: a token that we do not understand is one that was there.
    const listed = isRecord(body) ? body['data'] : undefined;
    return Array.isArray(listed) ? [{ status: listed.length > 0 ? 'duplicate' : 'more' }] : undefined;
  },
  adopt,
};

/** The token of a user who has one already: made by us if an earlier request of ours may have made it. */
async function adopt(
  item: Item,
  { isOurs, since }: ExistingRow,
  transport: Transport,
  signal: AbortSignal,
): Promise<Outcome> {
  const { body, status } = await transport(request(item), signal);
  const id = tokenIn(body);
  // One that is older than our first request cannot be of it, whatever may have been sent.
  const isOld = Number(dataOf(body)?.['createdAt']) < since - SKEW_S;
  const isMade = isOurs && (!isOld || item.maybeSent?.wasOurs === true);
  if (id !== undefined) return { status: isMade ? 'created' : 'exists', id };
  const { code, message } = apiError(body) ?? {
    code: `HTTP_${status}`,
    message: 'the answer contains no token',
  };
  return { status: 'rejected', problems: [{ code: `SERVICE.${code}`, message }] };
}

/** Auth tokens of users. */
export const tokens: OptionalCalls = {
  route,
  changes: {
    calls: () => ['create', 'create'],
    adopt: (item, existing, _create, transport, signal) => adopt(item, existing, transport, signal),
  },
  async removal({ key, id }) {
    if (id === undefined) return undefined;
    return endpointRequest(endpoints.deleteAuthToken, { params: { uid: key, authToken: id } });
  },
};
