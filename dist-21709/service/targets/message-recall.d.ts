import { type Route } from './target.ts';
/**
 * Finds the messages that already exist in the service. A message with a known id is read by it. Any other is looked
 * for in its conversation, and in the one that it was sent to before, newest first, back to `since`. For messages of an
 * earlier process, each conversation is read once and remembered; for messages of this process, it is read again each
 * time, and the message is among the newest. A group is read as the app, because a sender who is no member may not read
 * it; two users' conversation as one of them.
 * @throws UnreadableError if nobody may read the conversation
 */
export declare function messageRecall(): NonNullable<Route['recall']>;
