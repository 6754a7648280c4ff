import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, flag, id, maybe, type ShapeOf, string } from '../field.ts';
import type { Listing } from '../listing.ts';
import { type ModerationQuery, moderationList } from './review-list.ts';

const shape = fields({
  id,
  name: maybe(string),
  description: maybe(string),
  default: maybe(flag),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});

/**
 * A reason for which users can flag messages.
 * @useDeclaredType
 */
export type FlagReason = Readonly<ShapeOf<typeof shape>>;

export type NewFlagReason = { readonly id: string; readonly name: string; readonly description?: string };
export type FlagReasonChanges = { readonly name: string; readonly description?: string };

/** Reasons for flagging messages. */
export const reasons = (call: Caller) => ({
  create: (reason: NewFlagReason, options?: AsApp): ApiPromise<FlagReason> =>
    call.data(endpoints.createFlagReason, shape, { body: reason }, options),

  list: (query: ModerationQuery = {}, options?: AsApp): Listing<FlagReason> =>
    moderationList(call, endpoints.listFlagReasons, { shape, idOf: (row) => row.id, query, options }),

  get: (reasonId: string, options?: AsApp): ApiPromise<FlagReason> =>
    call.data(endpoints.getFlagReason, shape, { params: { reasonId } }, options),

  update: (reasonId: string, changes: FlagReasonChanges, options?: AsApp): ApiPromise<FlagReason> =>
    call.data(endpoints.updateFlagReason, shape, { params: { reasonId }, body: changes }, options),

  delete: (reasonId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteFlagReason, { params: { reasonId } }, options),
});
