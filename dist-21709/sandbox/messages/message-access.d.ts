import type { ActorCall, ActorPathCall, Call } from '../app/route.ts';
import type { Message } from '../stores/message.ts';
import { type ApiError } from '../wire/api-error.ts';
/** The refusal of an action that the message does not allow. */
export declare function notAllowed(id: number, what: string): ApiError;
/** True if the user has deleted the conversation up to this message or a later one, or a rule has blocked it. */
export declare function isHidden(app: Call['app'], { conversation, id, sender }: Message, uid: string): boolean;
/**
 * The message that the path names. The acting user must be allowed to see it: its own messages and those of its
 * conversations and groups, without those it has deleted. Without an acting user the app sees all.
 */
export declare function messageInPath({ app, actor, params }: ActorPathCall): Message;
/** True if the acting user is admin or moderator of the group that a message is in. */
export declare function isModerated({ app, actor }: ActorCall, message: Message): boolean;
/** True if a message can be changed, answered or reacted to: not an action, not a call, not deleted. */
export declare function isLive(message: Message): boolean;
