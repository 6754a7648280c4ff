import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type Message, type MessageData, type NewMessage } from '../messages/message.ts';
import { type ModerationQuery } from './review-list.ts';
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
/** Rules that messages must keep to, and the messages that broke one or were flagged. */
export declare const moderation: (call: Caller) => {
    rules: {
        create: (rule: import("./rules.ts").NewRule, options?: AsApp) => ApiPromise<import("./rules.ts").ModerationRule>;
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./rules.ts").ModerationRule>;
        get: (ruleId: string, options?: AsApp) => ApiPromise<import("./rules.ts").ModerationRule>;
        update: (ruleId: string, changes: import("./rules.ts").RuleChanges, options?: AsApp) => ApiPromise<import("./rules.ts").ModerationRule>;
        delete: (ruleId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
        listRevisions: (ruleId: string, query?: ModerationQuery, options?: AsApp) => Listing<import("./rules.ts").ModerationRule>;
    };
    keywords: {
        create: (list: import("./keywords.ts").NewKeywordList, options?: AsApp) => ApiPromise<import("./keywords.ts").KeywordList>;
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./keywords.ts").KeywordList>;
        get: (keywordId: string, options?: AsApp) => ApiPromise<import("./keywords.ts").KeywordList>;
        update: (keywordId: string, changes: import("./keywords.ts").KeywordListChanges, options?: AsApp) => ApiPromise<import("./keywords.ts").KeywordList>;
        delete: (keywordId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    reasons: {
        create: (reason: import("./reasons.ts").NewFlagReason, options?: AsApp) => ApiPromise<import("./reasons.ts").FlagReason>;
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./reasons.ts").FlagReason>;
        get: (reasonId: string, options?: AsApp) => ApiPromise<import("./reasons.ts").FlagReason>;
        update: (reasonId: string, changes: import("./reasons.ts").FlagReasonChanges, options?: AsApp) => ApiPromise<import("./reasons.ts").FlagReason>;
        delete: (reasonId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    blockedMessages: {
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./reviews.ts").BlockedMessage>;
        review: (id: string, review: import("./reviews.ts").BlockedReview, options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    flaggedMessages: {
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./reviews.ts").FlaggedMessage>;
        review: (id: string, status: 'approved' | 'disapproved', options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    reviewedMessages: {
        list: (query?: ModerationQuery, options?: AsApp) => Listing<import("./reviews.ts").BlockedMessage>;
    };
    messages: {
        /**
         * Submits a message for a check. The response says `pending`; get the message later for the decision. Never retried
         * automatically.
         */
        create: (message: MessageToJudge, options?: AsApp) => ApiPromise<Message>;
        list: (query?: JudgedMessageQuery, options?: AsApp) => Listing<Message>;
        get: (id: string, options?: AsApp) => ApiPromise<Message>;
        /** Replaces the data of a message, which is then checked again. */
        update: (id: string, data: MessageData, options?: AsApp) => ApiPromise<Message>;
        delete: (id: string, options?: AsApp) => ApiPromise<Acknowledgement>;
    };
};
