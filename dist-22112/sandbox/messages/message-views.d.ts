import type { App } from '../app/app.ts';
import type { MentionView } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import type { MessageView } from '../stores/message-json.ts';
import type { User } from '../stores/user-store.ts';
/** Messages as the acting user sees them, with their reactions. All reactions are read at once. */
export declare function messagesJson(app: App, messages: readonly Message[], viewer: User | undefined, view?: Pick<MessageView, 'withTags' | 'mention'>, extraOf?: (message: Message) => readonly string[]): string;
/** One message as the acting user sees it. */
export declare function viewedJson(app: App, message: Message, viewer: User | undefined): string;
/** Additions of a list about mentioned users: their tags, and who has blocked whom, for the viewer. */
export declare function mentionView(app: App, viewer: User | undefined, asked: {
    readonly mentionsWithTagInfo: boolean;
    readonly mentionsWithBlockedInfo: boolean;
}): MentionView | undefined;
