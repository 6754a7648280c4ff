import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { type ModerationRecord } from '../moderation/records.ts';
import { type Message } from '../stores/message.ts';
import * as param from '../wire/param.ts';
/** A message that was only sent in to be judged. It is in no conversation. */
export type JudgedMessage = Pick<Message, 'id' | 'kind' | 'muid' | 'sender' | 'category' | 'type' | 'data' | 'tags' | 'sentAt' | 'updatedAt' | 'editedAt' | 'editedBy'> & {
    readonly receiver: string;
};
/** A message to judge, in the form of every other message. */
export declare function asMessage(judged: JudgedMessage): Message;
/** A message to judge. Undefined if there is none. */
export declare const findJudged: ({ db }: Pick<App, 'db'>, id: number) => JudgedMessage | undefined;
/** Removes a message to judge. */
export declare const removeJudged: ({ db }: App, id: number) => void;
/** Stores a message to judge in place of an earlier form of it. */
export declare function saveJudged({ db }: App, message: JudgedMessage): void;
/** A message of a conversation, or one that was only sent in to be judged. */
export declare function anyMessage(app: App, id: number): Message | undefined;
/** Which messages to judge to list, and from which place on; `older`: the last ones before it. */
type JudgedQuery = {
    readonly limit: number;
    readonly id?: number | undefined;
    readonly sentAt?: number | undefined;
    readonly older: boolean;
    readonly receiverUID?: string | undefined;
    readonly category?: string | undefined;
    readonly type?: string | undefined;
    readonly moderationStatus?: string | undefined;
};
/** A page of the messages to judge by time, then id. */
export declare function listJudged({ db }: Pick<App, 'db'>, query: JudgedQuery): readonly JudgedMessage[];
/** Decision of a moderator about a message: it may be seen, or, in the words of two lists, it may not. */
type Decision = Pick<ModerationRecord, 'status' | 'reviewed'>;
/**
 * Applies and keeps a decision: approved, the receivers of the message see it, and it counts as unread and as a reply;
 * otherwise only its sender does. `before` is its record. A deleted message stays empty.
 */
export declare function decide(call: Pick<Call, 'app' | 'apps'>, message: Message, before: ModerationRecord, decision: Decision): void;
/** The parameters of a list of messages to review; all but `limit` are assumed, as in other lists of messages. */
export declare const REVIEW_PAGE: {
    readonly limit: param.Param<number | undefined>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly id: param.Param<number | undefined>;
};
type Query = param.ParamValues<typeof REVIEW_PAGE>;
/** The page that a query asks for. */
export declare const pageOf: ({ limit, affix, id }: Query) => {
    limit: number;
    id: number | undefined;
    older: boolean;
};
/** The answer with a page of messages that have these ids and times. */
export declare function reviewAnswer({ quirks }: App, query: Query, rows: readonly {
    readonly id: number;
    readonly sentAt?: number;
}[], items: readonly string[]): RouteAnswer;
export {};
