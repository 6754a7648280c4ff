import {
  arrayOf,
  epoch,
  fields,
  id,
  maybe,
  numeric,
  object,
  objectOf,
  type ShapeOf,
  string,
  texts,
} from '../field.ts';

const attachmentShape = fields({
  url: maybe(string),
  name: maybe(string),
  mimeType: maybe(string),
  extension: maybe(string),
  size: maybe(numeric),
});

const moderationShape = fields({
  status: maybe(string),
  rule: maybe(fields({ id: maybe(string), name: maybe(string) })),
});

const dataFields = fields({
  text: maybe(string),
  metadata: maybe(object),
  attachments: maybe(arrayOf(attachmentShape)),
  /** Only in action messages: `edited`, `deleted`, `added`, … */
  action: maybe(string),
  reactions: maybe(arrayOf(fields({ reaction: string, count: maybe(numeric) }))),
  /** The decision of moderation (`pending`, `approved` or `disapproved`) and the rule that the message breaks. */
  moderation: maybe(moderationShape),
  entities: maybe(object),
});
const dataShape = (value: unknown): ShapeOf<typeof dataFields> => dataFields(objectOf(value));

export const messageShape = fields({
  /** A string of digits, even if the service writes a number. */
  id,
  muid: maybe(string),
  conversationId: maybe(string),
  sender: maybe(string),
  receiverType: maybe(string),
  receiver: maybe(string),
  /** `message`, `custom`, `action`, `call` or `interactive`. */
  category: maybe(string),
  type: maybe(string),
  data: maybe(dataShape),
  sentAt: maybe(epoch),
  deliveredAt: maybe(epoch),
  readAt: maybe(epoch),
  editedAt: maybe(epoch),
  editedBy: maybe(string),
  deletedAt: maybe(epoch),
  deletedBy: maybe(string),
  updatedAt: maybe(epoch),
  parentId: maybe(id),
  replyCount: maybe(numeric),
  pinnedAt: maybe(epoch),
  pinnedBy: maybe(string),
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
export type Message = Readonly<ShapeOf<typeof messageShape>>;

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
