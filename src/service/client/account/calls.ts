import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import { epoch, maybe } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = z.looseObject({
  sessionId: z.string(),
  /** `audio` or `video`. */
  type: maybe(z.string()),
  status: maybe(z.string()),
  initiatedAt: maybe(epoch),
  startedAt: maybe(epoch),
  endedAt: maybe(epoch),
});

/**
 * The record of a call. Only the session id is certain; unknown properties are kept.
 * @useDeclaredType
 */
export type CallRecord = Readonly<z.output<typeof shape>>;

/** Records of audio and video calls. Their address is specified; their two paths and fields are assumed. */
export const calls = (call: Caller) => ({
  list: (query: PageQuery = {}, options?: OptionsFor<'listCalls'>): Listing<CallRecord> =>
    pagedList(
      call,
      { endpoint: endpoints.listCalls, shape, idOf: ({ sessionId }) => sessionId, input: {}, query },
      options,
    ),

  get: (sessionId: string, options?: OptionsFor<'getCall'>): ApiPromise<CallRecord> =>
    call.data(endpoints.getCall, shape, { params: { sessionId } }, options),
});
