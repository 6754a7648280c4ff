import { z } from 'zod';
import { epoch, id, maybe, numeric, object, texts } from '../field.ts';

const attachmentShape = z.looseObject({
  url: maybe(z.string()),
  name: maybe(z.string()),
  mimeType: maybe(z.string()),
  extension: maybe(z.string()),
  size: maybe(numeric),
});

const moderationShape = z.looseObject({
  status: maybe(z.string()),
  rule: maybe(z.looseObject({ id: maybe(z.string()), name: maybe(z.string()) })),
});

const dataShape = z.preprocess(
  (value) => (Array.isArray(value) && value.length === 0 ? {} : value),
  z.looseObject({
    text: maybe(z.string()),
    metadata: maybe(object),
    attachments: maybe(z.array(attachmentShape)),
    /** Only in action messages: `edited`, `deleted`, `added`, … */
    action: maybe(z.string()),
    reactions: maybe(z.array(z.looseObject({ reaction: z.string(), count: maybe(numeric) }))),
    /** The decision of moderation (`pending`, `approved` or `disapproved`) and the rule that the message breaks. */
    moderation: maybe(moderationShape),
    entities: maybe(object),
  }),
);

export const messageShape = z.looseObject({
  /** A string of digits, even if the service writes a number. */
  id,
  muid: maybe(z.string()),
  conversationId: maybe(z.string()),
  sender: maybe(z.string()),
  receiverType: maybe(z.string()),
  receiver: maybe(z.string()),
  /** `message`, `custom`, `action`, `call` or `interactive`. */
  category: maybe(z.string()),
  type: maybe(z.string()),
  data: maybe(dataShape),
  sentAt: maybe(epoch),
  deliveredAt: maybe(epoch),
  readAt: maybe(epoch),
  editedAt: maybe(epoch),
  editedBy: maybe(z.string()),
  deletedAt: maybe(epoch),
  deletedBy: maybe(z.string()),
  updatedAt: maybe(epoch),
  parentId: maybe(id),
  replyCount: maybe(numeric),
  pinnedAt: maybe(epoch),
  pinnedBy: maybe(z.string()),
  /** The time at which the acting user saved the message. */
  savedAt: maybe(epoch),
  quotedMessageId: maybe(id),
  /** The message that this message quotes. */
  quotedMessage: maybe(object),
  tags: maybe(texts),
});

/**
 * A message. Times are seconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type Message = Readonly<z.output<typeof messageShape>>;

/** The rows of lists of messages. */
export const messageRow = { shape: messageShape, idOf: ({ id }: Message): string => id };

/** The content of a message. The service uses `text`, `attachments`, `customData`, `interactiveData` and `metadata`. */
export type MessageData = { readonly text?: string; readonly [key: string]: unknown };

export type MessageContent = {
  /** @default 'message' */
  readonly category?: 'message' | 'custom' | 'interactive';
  /**
   * `text`, `image`, `file`, `audio` or `video`; any name for a custom or interactive message.
   * @default 'text'
   */
  readonly type?: string;
  readonly data: MessageData;
  readonly tags?: readonly string[];
  /**
   * id of the quoted message, from the same conversation. The field has the name that the service's client libraries
   * use.
   */
  readonly quotedMessageId?: string;
  /** An id of your own. The service stores it but does not refuse duplicates. */
  readonly muid?: string;
};

export type NewMessage = MessageContent & {
  /** uid or guid of the receiver. */
  readonly receiver: string;
  readonly receiverType: 'user' | 'group';
};
