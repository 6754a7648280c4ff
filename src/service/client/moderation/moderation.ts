import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import {
  type Message,
  type MessageData,
  messageRow,
  messageShape,
  type NewMessage,
} from '../messages/message.ts';
import { keywords } from './keywords.ts';
import { reasons } from './reasons.ts';
import { type ModerationQuery, moderationList } from './review-list.ts';
import { blockedMessages, flaggedMessages, reviewedMessages } from './reviews.ts';
import { rules } from './rules.ts';

/** A message that the rules check and that is sent to nobody. */
export type MessageToJudge = NewMessage & {
  readonly sender: string;
  /**
   * Seconds since 1970.
   * @default now
   */
  readonly sentAt?: number;
  /** This and the next two fields describe a user or group that does not exist; the service creates it. */
  readonly senderUserDetails?: Readonly<Record<string, unknown>>;
  readonly receiverUserDetails?: Readonly<Record<string, unknown>>;
  readonly receiverGroupDetails?: Readonly<Record<string, unknown>>;
};

export type JudgedMessageQuery = ModerationQuery & {
  readonly receiverUID?: string;
  readonly category?: string;
  readonly type?: string;
  readonly moderationStatus?: 'pending' | 'approved' | 'disapproved';
};

/** Messages that are only judged. */
const judgedMessages = (call: Caller) => ({
  /**
   * Submits a message for a check. The response says `pending`; get the message later for the decision. Never retried
   * automatically.
   */
  create: (message: MessageToJudge, options?: AsApp): ApiPromise<Message> =>
    call.data(endpoints.createModerationMessage, messageShape, { body: message }, options),

  list: (query: JudgedMessageQuery = {}, options?: AsApp): Listing<Message> =>
    moderationList(call, endpoints.listModerationMessages, { ...messageRow, query, options }),

  get: (id: string, options?: AsApp): ApiPromise<Message> =>
    call.data(endpoints.getModerationMessage, messageShape, { params: { id } }, options),

  /** Replaces the data of a message, which is then checked again. */
  update: (id: string, data: MessageData, options?: AsApp): ApiPromise<Message> =>
    call.data(endpoints.updateModerationMessage, messageShape, { params: { id }, args: { data } }, options),

  delete: (id: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteModerationMessage, { params: { id } }, options),
});

/** Rules that messages must keep to, and the messages that broke one or were flagged. */
export const moderation = (call: Caller) => ({
  rules: rules(call),
  keywords: keywords(call),
  reasons: reasons(call),
  blockedMessages: blockedMessages(call),
  flaggedMessages: flaggedMessages(call),
  reviewedMessages: reviewedMessages(call),
  messages: judgedMessages(call),
});
