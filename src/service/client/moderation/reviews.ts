import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import {
  arrayOf,
  epoch,
  fields,
  maybe,
  moreFields,
  numeric,
  object,
  type ShapeOf,
  string,
  texts,
} from '../field.ts';
import type { Listing } from '../listing.ts';
import { messageShape } from '../messages/message.ts';
import { type ModerationQuery, moderationList } from './review-list.ts';

const blockedShape = fields({
  ruleId: maybe(string),
  ruleName: maybe(string),
  revisionId: maybe(string),
  /** The condition that matched, of the rule that the message breaks. */
  condition: maybe(object),
  message: maybe(messageShape),
  action: maybe(texts),
  /** The decision; only in reviewed messages. */
  status: maybe(string),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  blockedAt: maybe(epoch),
  appId: maybe(string),
});

/**
 * A message that a rule has blocked, or for which a moderator has made a decision.
 * @useDeclaredType
 */
export type BlockedMessage = Readonly<ShapeOf<typeof blockedShape>>;

const flagShape = fields({
  uid: maybe(string),
  name: maybe(string),
  avatar: maybe(string),
  role: maybe(string),
  reasonId: maybe(string),
  reasonName: maybe(string),
  description: maybe(string),
  remark: maybe(string),
  flaggedAt: maybe(epoch),
});

const flaggedShape = moreFields(messageShape, {
  appId: maybe(string),
  flaggedBy: maybe(arrayOf(flagShape)),
  flaggedCount: maybe(numeric),
});

/**
 * A flagged message, with the users who flagged it and their reasons.
 * @useDeclaredType
 */
export type FlaggedMessage = Readonly<ShapeOf<typeof flaggedShape>>;

export type BlockedReview = {
  readonly status: 'approved' | 'rejected';
  /**
   * Removes the message from the list of messages that wait for a review.
   * @default true
   */
  readonly reviewed?: boolean;
};

/** Rows without a message, which no source shows, are distinguished by all of their values. */
const idOf = (row: BlockedMessage): string => row.message?.id ?? JSON.stringify(row);

/** Messages that rules have blocked. */
export const blockedMessages = (call: Caller) => ({
  list: (query: ModerationQuery = {}, options?: AsApp): Listing<BlockedMessage> =>
    moderationList(call, endpoints.listBlockedMessages, { shape: blockedShape, idOf, query, options }),

  /** Approves a blocked message, or leaves it blocked. */
  review: (id: string, review: BlockedReview, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(
      endpoints.reviewBlockedMessage,
      { params: { id }, body: review && { status: review.status, reviewed: review.reviewed ?? true } },
      options,
    ),
});

/** Messages that users, or rules, have flagged. */
export const flaggedMessages = (call: Caller) => ({
  list: (query: ModerationQuery = {}, options?: AsApp): Listing<FlaggedMessage> =>
    moderationList(call, endpoints.listFlaggedMessages, {
      shape: flaggedShape,
      idOf: ({ id }) => id,
      query,
      options,
    }),

  /** Reviews a flagged message. `approved`: it stays visible; `disapproved`: it is hidden. */
  review: (id: string, status: 'approved' | 'disapproved', options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.reviewFlaggedMessage, { params: { id }, args: { status } }, options),
});

/** Messages that a moderator has decided about. */
export const reviewedMessages = (call: Caller) => ({
  list: (query: ModerationQuery = {}, options?: AsApp): Listing<BlockedMessage> =>
    moderationList(call, endpoints.listReviewedMessages, { shape: blockedShape, idOf, query, options }),
});
