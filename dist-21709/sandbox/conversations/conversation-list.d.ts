import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { type PageQuery } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
/** The query of GET /conversations. */
export declare const CONVERSATION_QUERY: {
    readonly perPage: param.Param<number>;
    readonly page: param.Param<number>;
    readonly searchKey: param.Param<string | undefined>;
    readonly conversationType: param.Param<"group" | "user" | undefined>;
    readonly withTags: param.Param<boolean>;
    readonly tags: param.Param<readonly string[]>;
    readonly withUserAndGroupTags: param.Param<boolean>;
    readonly userTags: param.Param<readonly string[]>;
    readonly groupTags: param.Param<readonly string[]>;
    readonly unread: param.Param<boolean>;
    readonly includeBlockedUsers: param.Param<boolean>;
    readonly hideAgentic: param.Param<boolean>;
    readonly onlyAgentic: param.Param<boolean>;
    readonly withBlockedInfo: param.Param<boolean>;
    readonly unique: param.Param<"0" | "1" | undefined>;
    readonly useCursoredIndex: param.Param<"0" | "1" | undefined>;
};
type Query = param.ParamValues<typeof CONVERSATION_QUERY>;
type Listing = Pick<Call<Query>, 'app' | 'actor' | 'query'>;
/**
 * A page of conversations. Documented order: for a user by updatedAt, newest first, then by the other side; for
 * the app by uid first: the first of the two uids, or the guid.
 */
export declare function listConversationsOf(listing: Listing): RouteAnswer;
/** The numbers of all conversations as a client lists its own: those with the newest messages first. */
export declare const seqsByLastMessage: ({ db, conversations }: App) => readonly number[];
/** A page of these conversations, as nobody in particular sees them. */
export declare function pageOfSeqs(app: App, seqs: readonly number[], query: PageQuery): {
    data: string;
    meta: string;
};
export {};
