import type { Call, RouteAnswer } from '../app/route.ts';
import type { User } from '../stores/user-store.ts';
import { type AnswerSchema } from '../wire/answer-schema.ts';
import { Filter } from '../wire/filter.ts';
import * as param from '../wire/param.ts';
/** A list of messages, or the counts by user and group. */
export declare const LISTED: AnswerSchema;
/** The parameters of every list of messages. */
export declare const LIST: {
    readonly searchKey: param.Param<string | undefined>;
    readonly sender: param.Param<string | undefined>;
    readonly senders: param.Param<readonly string[]>;
    readonly receiverType: param.Param<"group" | "user" | undefined>;
    readonly category: param.Param<readonly string[]>;
    readonly categories: param.Param<readonly string[]>;
    readonly type: param.Param<readonly string[]>;
    readonly types: param.Param<readonly string[]>;
    readonly fromTimestamp: param.Param<number | undefined>;
    readonly toTimestamp: param.Param<number | undefined>;
    readonly hideDeleted: param.Param<boolean>;
    readonly onlyDeleted: param.Param<boolean>;
    readonly hideReplies: param.Param<boolean>;
    readonly hideQuotedMessages: param.Param<boolean>;
    readonly unread: param.Param<boolean>;
    readonly undelivered: param.Param<boolean>;
    readonly tags: param.Param<readonly string[]>;
    readonly hasAttachments: param.Param<boolean>;
    readonly attachmentTypes: param.Param<readonly string[]>;
    readonly hasLinks: param.Param<boolean>;
    readonly hasMentions: param.Param<boolean>;
    readonly mentionedUids: param.Param<readonly string[]>;
    readonly myMentionsOnly: param.Param<boolean>;
    readonly hasReactions: param.Param<boolean>;
    readonly hideMessagesFromBlockedUsers: param.Param<boolean>;
    readonly pinned: param.Param<boolean>;
    readonly saved: param.Param<boolean>;
    readonly limit: param.Param<number | undefined>;
    readonly perPage: param.Param<number | undefined>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly id: param.Param<number | undefined>;
    readonly sentAt: param.Param<number | undefined>;
    readonly count: param.Param<boolean>;
    readonly withTags: param.Param<boolean>;
    readonly mentionsWithTagInfo: param.Param<boolean>;
    readonly mentionsWithBlockedInfo: param.Param<boolean>;
    readonly "editedAt[from]": param.Param<number | undefined>;
    readonly "editedAt[to]": param.Param<number | undefined>;
    readonly "sentAt[from]": param.Param<number | undefined>;
    readonly "sentAt[to]": param.Param<number | undefined>;
    readonly "updatedAt[from]": param.Param<number | undefined>;
    readonly "updatedAt[to]": param.Param<number | undefined>;
};
/** The parameters of lists that can also be read page by page. */
export declare const PAGED_LIST: {
    readonly searchKey: param.Param<string | undefined>;
    readonly sender: param.Param<string | undefined>;
    readonly senders: param.Param<readonly string[]>;
    readonly receiverType: param.Param<"group" | "user" | undefined>;
    readonly category: param.Param<readonly string[]>;
    readonly categories: param.Param<readonly string[]>;
    readonly type: param.Param<readonly string[]>;
    readonly types: param.Param<readonly string[]>;
    readonly fromTimestamp: param.Param<number | undefined>;
    readonly toTimestamp: param.Param<number | undefined>;
    readonly hideDeleted: param.Param<boolean>;
    readonly onlyDeleted: param.Param<boolean>;
    readonly hideReplies: param.Param<boolean>;
    readonly hideQuotedMessages: param.Param<boolean>;
    readonly unread: param.Param<boolean>;
    readonly undelivered: param.Param<boolean>;
    readonly tags: param.Param<readonly string[]>;
    readonly hasAttachments: param.Param<boolean>;
    readonly attachmentTypes: param.Param<readonly string[]>;
    readonly hasLinks: param.Param<boolean>;
    readonly hasMentions: param.Param<boolean>;
    readonly mentionedUids: param.Param<readonly string[]>;
    readonly myMentionsOnly: param.Param<boolean>;
    readonly hasReactions: param.Param<boolean>;
    readonly hideMessagesFromBlockedUsers: param.Param<boolean>;
    readonly pinned: param.Param<boolean>;
    readonly saved: param.Param<boolean>;
    readonly limit: param.Param<number | undefined>;
    readonly perPage: param.Param<number | undefined>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly id: param.Param<number | undefined>;
    readonly sentAt: param.Param<number | undefined>;
    readonly count: param.Param<boolean>;
    readonly withTags: param.Param<boolean>;
    readonly mentionsWithTagInfo: param.Param<boolean>;
    readonly mentionsWithBlockedInfo: param.Param<boolean>;
    readonly page: param.Param<number | undefined>;
    readonly "editedAt[from]": param.Param<number | undefined>;
    readonly "editedAt[to]": param.Param<number | undefined>;
    readonly "sentAt[from]": param.Param<number | undefined>;
    readonly "sentAt[to]": param.Param<number | undefined>;
    readonly "updatedAt[from]": param.Param<number | undefined>;
    readonly "updatedAt[to]": param.Param<number | undefined>;
};
type Query = param.ParamValues<typeof LIST> & {
    readonly page?: number | undefined;
};
/**
 * Part of a call that its list needs. `viewer` is the user whose unread messages are meant.
 * @default the acting user
 */
type Listing = Pick<Call<Query>, 'app' | 'query' | 'actor'> & {
    readonly viewer?: User | undefined;
};
/** The conversations of a list: all, one, or those whose numbers a statement gives. */
export type MessageScope = {
    readonly filter: Filter;
    readonly across?: {
        readonly seqs: string;
        readonly params: readonly string[];
    };
};
/** A list of the given conversations, usually of one. */
export declare function scopeOf(seqs: readonly number[]): MessageScope;
/** A list of the conversations whose numbers the statement gives as `seq`. */
export declare function acrossConversations(seqs: string, ...params: readonly string[]): MessageScope;
/**
 * A page of messages, oldest first: those after the cursor (`affix=append`, the default) or the last before it
 * (`affix=prepend`). Order: sentAt, then id. `scope` restricts the list; `pages` allows pages by number.
 */
export declare function listMessagesIn(call: Listing, scope: MessageScope, pages?: boolean): RouteAnswer;
export {};
