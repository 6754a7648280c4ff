import { z } from 'zod';
import { epoch, id, maybe, numeric, texts } from '../field.ts';
import { groupShape } from '../groups/groups.ts';
import { messageShape } from '../messages/message.ts';
import { userShape } from '../users/users.ts';

export const conversationShape = z.looseObject({
  conversationId: z.string(),
  /** `user` or `group`. */
  conversationType: maybe(z.string()),
  /** A number, even if the service writes a text of digits. */
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
  pinnedAt: maybe(epoch),
  /** uid of the user, or of the system user if the app pins it for all users. */
  pinnedBy: maybe(z.string()),
});

/**
 * A conversation as one user sees it; it exists from its first message on. Unknown properties are kept.
 * @useDeclaredType
 */
export type Conversation = Readonly<z.output<typeof conversationShape>>;

export const pinnedShape = z.looseObject({
  conversationId: z.string(),
  /** `user` or `group`. */
  conversationType: maybe(z.string()),
  /** uid of the user, or of the system user if the app pins it for all users. */
  pinnedBy: maybe(z.string()),
  pinnedAt: maybe(epoch),
});

/**
 * A pinned conversation; without `pinnedBy` and `pinnedAt` if it was unpinned. Unknown properties are kept.
 * @useDeclaredType
 */
export type PinnedConversation = Readonly<z.output<typeof pinnedShape>>;

/** One conversation; an example of the vendor shows a list with one element instead. */
export const oneConversationShape = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 1 ? value[0] : value),
  conversationShape,
);

export type ConversationQuery = {
  /**
   * Rows of one page, 1 to 1,000.
   * @default 100
   */
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
  /**
   * Conversations with users that the acting user has blocked, too.
   * @default false
   */
  readonly includeBlockedUsers?: boolean;
  readonly withBlockedInfo?: boolean;
};

/** The fields of a conversation that can be changed. */
export type ConversationChanges = { readonly tags: readonly string[] };

/** The input of a reset. */
export type ConversationReset = {
  /** The other user again. */
  readonly conversationWith?: string;
  readonly deleteMessagesPermanently?: boolean;
  /**
   * Keeps the conversation, empty, in its position in the list.
   * @default false
   */
  readonly preserveOrder?: boolean;
};

export type UpTo = {
  /**
   * The last message that is marked.
   * @default the latest message
   */
  readonly messageId?: string;
};
