import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import { unknownValue } from '../field.ts';
import { cursorList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type ChangedMessage, changedMessage, deletionShape } from './changed-message.ts';
import {
  type Message,
  type MessageContent,
  type MessageData,
  messageRow,
  messageShape,
  type NewMessage,
} from './message.ts';

/** Marks that users set on messages. Documented only in the vendor's newer reference. */
const messageMarks = (call: Caller) => ({
  /** Records the elements of an interactive message that the acting user has used. */
  markAsInteracted: (
    id: string,
    body: Readonly<Record<string, unknown>>,
    options: Acting,
  ): ApiPromise<Acknowledgement> => call.done(endpoints.markInteracted, { params: { id }, body }, options),

  /** Pins a message in its conversation, at most 100 in each. Resolves to the message with `pinnedAt` and `pinnedBy`. */
  pin: (id: string, options?: MayAct): ApiPromise<Message> =>
    call.data(endpoints.pinMessage, messageShape, { params: { id } }, options),

  /** Unpins a message. A message that is not pinned stays unchanged. */
  unpin: (id: string, options?: MayAct): ApiPromise<Message> =>
    call.data(endpoints.unpinMessage, messageShape, { params: { id } }, options),

  /** Saves a message for the acting user, at most 100 for each user. Resolves to the message with `savedAt`. */
  save: (id: string, options: Acting): ApiPromise<Message> =>
    call.data(endpoints.saveMessage, messageShape, { params: { id } }, options),

  /** Removes a message from the saved messages of the acting user. */
  unsave: (id: string, options: Acting): ApiPromise<Message> =>
    call.data(endpoints.unsaveMessage, messageShape, { params: { id } }, options),
});

/** The names that these calls had as a resource of their own. */
export const oldMarks = ({
  pin,
  unpin,
  save,
  unsave,
  markAsInteracted,
}: ReturnType<typeof messageMarks>) => ({
  /** @deprecated Use `messages.pin`. */
  pin,
  /** @deprecated Use `messages.unpin`. */
  unpin,
  /** @deprecated Use `messages.save`. */
  save,
  /** @deprecated Use `messages.unsave`. */
  unsave,
  /** @deprecated Use `messages.markAsInteracted`. */
  interacted: markAsInteracted,
});

/** The filters that every list of messages has. */
export type MessageQuery = {
  /**
   * Number of rows in one request, 1 to 1,000.
   * @default 100
   */
  readonly limit?: number;
  /**
   * `prepend`: newest first; `append`: oldest first.
   * @default 'prepend'
   */
  readonly affix?: 'append' | 'prepend';
  /** The list begins next to the message with this id, or next to the time `sentAt` (seconds since 1970). */
  readonly id?: string;
  readonly sentAt?: number;
  readonly searchKey?: string;
  readonly category?: string;
  readonly categories?: readonly string[];
  readonly type?: string;
  readonly types?: readonly string[];
  readonly fromTimestamp?: number;
  /** The service ignores it without `fromTimestamp`. */
  readonly toTimestamp?: number;
  readonly tags?: readonly string[];
  readonly withTags?: boolean;
  readonly hideDeleted?: boolean;
  readonly onlyDeleted?: boolean;
  readonly hideReplies?: boolean;
  readonly hideQuotedMessages?: boolean;
  readonly senders?: readonly string[];
  /**
   * This and the next five fields are ranges in seconds since 1970; both ends are included. `updatedAt` matches only
   * messages that were updated.
   */
  readonly 'sentAt[from]'?: number;
  readonly 'sentAt[to]'?: number;
  readonly 'updatedAt[from]'?: number;
  readonly 'updatedAt[to]'?: number;
  readonly 'editedAt[from]'?: number;
  readonly 'editedAt[to]'?: number;
  readonly unread?: boolean;
  readonly undelivered?: boolean;
  readonly hideMessagesFromBlockedUsers?: boolean;
};

export type AppMessageQuery = MessageQuery & {
  readonly conversationId?: string;
  readonly sender?: string;
  readonly receiverType?: 'user' | 'group';
  readonly hasAttachments?: boolean;
  readonly attachmentTypes?: readonly string[];
  readonly hasLinks?: boolean;
  readonly hasMentions?: boolean;
  readonly mentionedUids?: readonly string[];
  readonly hasReactions?: boolean;
};

export type MessageChanges = { readonly data?: MessageData; readonly tags?: readonly string[] };

export type MessageFlag = {
  readonly reasonId: string;
  /** A remark for the moderators. */
  readonly remark?: string;
};

export type ManyReceivers = { readonly uids?: readonly string[]; readonly guids?: readonly string[] };

/** Messages. Without `onBehalfOf` the sender is the system user. */
export const messages = (call: Caller) => {
  const current = { ...sending(call), ...lists(call), ...changes(call), ...messageMarks(call) };
  return {
    ...current,

    get: (id: string, options?: MayAct): ApiPromise<Message> =>
      call.data(endpoints.getMessage, messageShape, { params: { id } }, options),

    /** @deprecated Use `update`. */
    edit: current.update,
    /** @deprecated Use `listByUser`. */
    listOfUser: current.listByUser,
    /** @deprecated Use `listByGroup`. */
    listOfGroup: current.listByGroup,
  };
};

const changes = (call: Caller) => ({
  /**
   * Edits a message. Resolves to the edited message. Never retried automatically, because each edit adds an action
   * message to the history.
   */
  update: (id: string, changes: MessageChanges, options?: MayAct): ApiPromise<ChangedMessage> =>
    call.read(
      endpoints.editMessage,
      messageShape,
      { params: { id }, body: changes },
      options,
      changedMessage(id),
    ),

  /** Flags a message for the moderators, with the id of one of `moderation.reasons`. The message stays visible. */
  flag: (id: string, flag: MessageFlag, options: Acting): ApiPromise<Acknowledgement> =>
    // Sources name the reason in two ways.
    call.done(
      endpoints.flagMessage,
      { params: { id }, given: { flag }, body: { id: flag?.reasonId, ...flag } },
      options,
    ),

  /** Deletes a message. A deleted mark remains unless `permanent` is set. Resolves to the deleted message. */
  delete: (
    id: string,
    body: { readonly permanent?: boolean } = {},
    options?: MayAct,
  ): ApiPromise<ChangedMessage> =>
    call.read(endpoints.deleteMessage, deletionShape, { params: { id }, body }, options, changedMessage(id)),
});

const sending = (call: Caller) => ({
  /** Sends a message. Never retried automatically, because the service does not refuse duplicates. */
  send: (message: NewMessage, options?: MayAct): ApiPromise<Message> =>
    call.data(endpoints.sendMessage, messageShape, { body: message }, options),

  /** Sends one message to many receivers. The form of the response is not documented, so it is returned unchanged. */
  sendToMany: (
    message: MessageContent,
    multipleReceivers: ManyReceivers,
    options?: MayAct,
  ): ApiPromise<unknown> =>
    call.data(
      endpoints.sendMessage,
      unknownValue,
      { given: { message, multipleReceivers }, body: { ...message, multipleReceivers } },
      options,
    ),

  /** Sends a message as a bot. */
  sendAsBot: (uid: string, message: NewMessage, options?: AsApp): ApiPromise<Message> =>
    call.data(endpoints.sendBotMessage, messageShape, { params: { uid }, body: message }, options),
});

const lists = (call: Caller) => ({
  /** Lists the messages of the app, or of the acting user's conversations. */
  list: (query: AppMessageQuery = {}, options?: MayAct): Listing<Message> =>
    cursorList(call, endpoints.listMessages, { ...messageRow, query, options }),

  /** Lists the messages exchanged with a user: those of the acting user, or of all users if no user acts. */
  listByUser: (uid: string, query: MessageQuery = {}, options?: MayAct): Listing<Message> =>
    cursorList(call, endpoints.listUserMessages, {
      ...messageRow,
      params: { uid },
      query,
      mixed: true,
      options,
    }),

  /** Lists the messages of a group. */
  listByGroup: (guid: string, query: MessageQuery = {}, options?: MayAct): Listing<Message> =>
    cursorList(call, endpoints.listGroupMessages, { ...messageRow, params: { guid }, query, options }),
});
