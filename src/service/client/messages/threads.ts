import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, Caller, MayAct } from '../caller.ts';
import { epoch, maybe, moreFields, numeric, object, type ShapeOf } from '../field.ts';
import { changeList, cursorList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type Message, messageRow, messageShape, type NewMessage } from './message.ts';
import type { MessageQuery } from './messages.ts';

const threadShape = moreFields(messageShape, {
  lastReply: maybe(object),
  unreadRepliesCount: maybe(numeric),
  unreadMentionsCount: maybe(numeric),
  /** The time of the thread's last change, which defines the order of the list. */
  updatedAt: maybe(epoch),
});

/**
 * A message with replies. Unknown properties are kept.
 * @useDeclaredType
 */
export type Thread = Readonly<ShapeOf<typeof threadShape>>;

export type ThreadQuery = {
  /**
   * Number of rows in one request, 1 to 1,000.
   * @default 100
   */
  readonly limit?: number;
  /**
   * `prepend`: the most recently changed first; `append`: the least recently changed first.
   * @default 'prepend'
   */
  readonly affix?: 'append' | 'prepend';
  /** The list begins at this time, in seconds since 1970. */
  readonly updatedAt?: number;
  /** This field and those after it are only for a call on behalf of a user. */
  readonly participatedByMe?: boolean;
  readonly withUnreadReplyCount?: boolean;
  readonly withMentionCount?: boolean;
};

/** Threads: replies below a message, one level deep. */
export const threads = (call: Caller) => {
  const current = calls(call);
  return {
    ...current,
    /** @deprecated Use `listMessages`. */
    listReplies: current.listMessages,
  };
};

const calls = (call: Caller) => ({
  /** Sends a reply to a message. Never retried automatically. */
  send: (id: string, message: NewMessage, options: Acting): ApiPromise<Message> =>
    call.data(endpoints.sendThreadMessage, messageShape, { params: { id }, body: message }, options),

  /** Lists the replies to a message. */
  listMessages: (id: string, query: MessageQuery = {}, options?: MayAct): Listing<Message> =>
    cursorList(call, endpoints.listThreadMessages, {
      ...messageRow,
      params: { id },
      query,
      mixed: true,
      options,
    }),

  /** Lists messages with replies: those of the acting user, or of the app. */
  list: (query: ThreadQuery = {}, options?: MayAct): Listing<Thread> =>
    changeList(call, endpoints.listThreads, { shape: threadShape, idOf: ({ id }) => id, query, options }),

  /** Subscribes the acting user to a thread. */
  subscribe: (id: string, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.subscribeToThread, { params: { id } }, options),

  /** Unsubscribes the acting user from a thread. */
  unsubscribe: (id: string, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.unsubscribeFromThread, { params: { id } }, options),
});
