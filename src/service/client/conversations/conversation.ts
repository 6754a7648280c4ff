import { z } from 'zod';
import { epoch, id, maybe, numeric, texts } from '../field.ts';
import { groupShape } from '../groups/groups.ts';
import { messageShape } from '../messages/message.ts';
import { userShape } from '../users/users.ts';

export const conversationShape = z.looseObject({
  conversationId: z.string(),
  /** `user` or `group`. */
  conversationType: maybe(z.string()),
  /** A number, also where the service writes digits. */
  unreadMessageCount: maybe(numeric),
  unreadMentionsCount: maybe(numeric),
  lastReadMessageId: maybe(id),
  latestMessageId: maybe(id),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  lastMessage: maybe(messageShape),
  /** The other user, or the group. */
  conversationWith: maybe(z.union([userShape, groupShape])),
  tags: maybe(texts),
});

/** A conversation as one user sees it; there is none before its first message. Unknown members are kept. */
export type Conversation = Readonly<z.output<typeof conversationShape>>;

/** One conversation; an example of the vendor prints a list of one in its place. */
export const oneConversationShape = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  conversationShape,
);

export type ConversationQuery = {
  /** Rows of one page, 1 to 1,000; 100 where absent. */
  readonly perPage?: number;
  readonly page?: number;
  readonly searchKey?: string;
  readonly conversationType?: 'user' | 'group';
  readonly unread?: boolean;
  readonly tags?: readonly string[];
  readonly withTags?: boolean;
  readonly userTags?: readonly string[];
  readonly groupTags?: readonly string[];
  readonly withUserAndGroupTags?: boolean;
};

/** What a reset may be told; neither member is described by the vendor beyond its name. */
export type ConversationReset = {
  /** The other user once more. */
  readonly conversationWith?: string;
  readonly deleteMessagesPermanently?: boolean;
};

/** Up to and with this message; the latest one where absent. */
export type UpTo = { readonly messageId?: string };
