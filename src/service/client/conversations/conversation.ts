import {
  either,
  elementOr,
  epoch,
  fields,
  id,
  maybe,
  numeric,
  type ShapeOf,
  string,
  texts,
} from '../field.ts';
import { groupShape } from '../groups/groups.ts';
import { messageShape } from '../messages/message.ts';
import { userShape } from '../users/users.ts';

export const conversationShape = fields({
  conversationId: string,
  /** `user` or `group`. */
  conversationType: maybe(string),
  /** A number, even if the service writes it as a string. */
  unreadMessageCount: maybe(numeric),
  unreadMentionsCount: maybe(numeric),
  lastReadMessageId: maybe(id),
  latestMessageId: maybe(id),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
  lastMessage: maybe(messageShape),
  /** The other user or the group. */
  conversationWith: maybe(either(userShape, groupShape)),
  tags: maybe(texts),
  pinnedAt: maybe(epoch),
  /** uid of the user who pinned it, or of the system user if the app pins it for all users. */
  pinnedBy: maybe(string),
});

/**
 * A conversation as one user sees it. It exists from its first message on. Unknown properties are kept.
 * @useDeclaredType
 */
export type Conversation = Readonly<ShapeOf<typeof conversationShape>>;

export const pinnedShape = fields({
  conversationId: string,
  /** `user` or `group`. */
  conversationType: maybe(string),
  /** uid of the user who pinned it, or of the system user if the app pins it for all users. */
  pinnedBy: maybe(string),
  pinnedAt: maybe(epoch),
});

/**
 * A pinned conversation. `pinnedBy` and `pinnedAt` are absent if it was unpinned. Unknown properties are kept.
 * @useDeclaredType
 */
export type PinnedConversation = Readonly<ShapeOf<typeof pinnedShape>>;

/** One conversation; an example of the vendor shows a list with one element instead. */
export const oneConversationShape = elementOr(conversationShape);

export type ConversationQuery = {
  /**
   * Number of rows in one page, 1 to 1,000.
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
   * Includes conversations with users whom the acting user has blocked.
   * @default false
   */
  readonly includeBlockedUsers?: boolean;
  readonly withBlockedInfo?: boolean;
};

/** The fields of a conversation that can be changed. */
export type ConversationChanges = { readonly tags: readonly string[] };

/** The body of a reset. */
export type ConversationReset = {
  /** uid of the other user, the same as in the call. */
  readonly conversationWith?: string;
  readonly deleteMessagesPermanently?: boolean;
  /**
   * Keeps the emptied conversation at its position in the list.
   * @default false
   */
  readonly preserveOrder?: boolean;
};

export type UpTo = {
  /**
   * The last message to mark.
   * @default the latest message
   */
  readonly messageId?: string;
};
