import { type ApiRoute, route } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import { pageMeta } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';

const TAG = 'Calls';

/** The specification names the resource and its base address. The two paths are assumed. */
const listCalls = route({
  method: 'GET',
  path: '/calls',
  base: 'calls',
  tag: TAG,
  summary: 'List call records; no call can be placed through REST, so there are none (path assumed)',
  rate: 'standard',
  query: param.PAGE,
  answers: paged('Call'),
  answer: ({ query }) => ({ data: '[]', meta: pageMeta(query, 0, 0) }),
});

const getCall = route({
  method: 'GET',
  path: '/calls/{sessionId}',
  base: 'calls',
  tag: TAG,
  summary: 'Get a call record (path assumed)',
  rate: 'standard',
  answers: one('Call'),
  answer: ({ params }) => {
    throw new ApiError(
      'ERR_CALL_SESSION_NOT_FOUND',
      `The call session ${params['sessionId']} does not exist.`,
    );
  },
});

/** The calls about call records. */
export const callRoutes: readonly ApiRoute[] = [listCalls, getCall];
