import type { App } from '../app/app.ts';
import type { ActorCall, RouteAnswer } from '../app/route.ts';
import { type Conversation } from '../stores/conversation-store.ts';
import { type User } from '../stores/user-store.ts';
/** For whom conversations are shown, and with which tags. */
export type ConversationView = {
    readonly app: App;
    readonly actor: User | undefined;
    readonly withTags: boolean;
    readonly withPeerTags: boolean;
};
/** The answer with a conversation as the acting user sees it. */
export declare function conversationAnswer({ app, actor }: ActorCall, conversation: Conversation): RouteAnswer;
/** The JSON of a conversation in an answer. Its updatedAt is that of its last message. */
export declare function conversationJson(view: ConversationView, conversation: Conversation): string;
