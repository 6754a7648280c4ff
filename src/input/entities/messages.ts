import { z } from 'zod';
import { compiled } from './compiled.ts';
import { type Data, type Entity, steps } from './entity.ts';
import {
  attachmentsFault,
  DATA_BYTES_MAX,
  entityId,
  enumOf,
  isObject,
  issueText,
  MALFORMED,
  muid,
  seconds,
  storable,
  tags,
  text,
  typed,
  wellFormed,
} from './limits.ts';
import { emptiedMessage, markedMessage } from './message-marks.ts';

export type MessageRow = Data & {
  readonly muid: string;
  readonly sender: string;
  readonly receiver: string;
  readonly receiverType: 'user' | 'group';
  readonly category: string;
  readonly type: string;
  readonly sentAt: number;
  readonly data?: object | undefined;
};

const TYPES = ['text', 'image', 'file', 'audio', 'video'];

/**
 * Moves `text`, `metadata` and `attachments`, separate columns in an export, into `data`, as the service has them.
 * `parentId` is an older name of `parentMuid`.
 */
function shape(fields: Record<string, unknown>): Record<string, unknown> {
  const { text, metadata, attachments, parentId, ...rest } = fields;
  if (parentId !== undefined) rest['parentMuid'] ??= parentId;
  if (text === undefined && metadata === undefined && attachments === undefined) return rest;
  const data = rest['data'];
  if (data !== undefined && !isObject(data)) return rest;
  rest['data'] = {
    ...data,
    ...(text === undefined ? {} : { text }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(attachments === undefined ? {} : { attachments }),
  };
  return rest;
}

/** The members of `data` that the service gives a meaning; it takes others as they are. */
type DataMembers = {
  text?: string;
  attachments?: unknown;
  metadata?: unknown;
  customData?: unknown;
  interactiveData?: unknown;
};

/** `data` is passed on unchanged: a schema that copies would lose an own member `__proto__`. */
const data = z
  .custom<DataMembers>(isObject, { error: typed('a JSON object') })
  .superRefine((value, context) => {
    const issue = (path: string[], message: string): void =>
      context.addIssue({ code: 'custom', path, message });
    const { text, attachments } = value;
    for (const name of ['metadata', 'customData', 'interactiveData'] as const)
      if (!isObject(value[name] ?? {})) issue([name], issueText('ROW.FIELD_TYPE', 'expected a JSON object'));
    if (text !== undefined && typeof text !== 'string')
      issue(['text'], issueText('ROW.FIELD_TYPE', 'expected text'));
    const fault = attachments === undefined ? undefined : attachmentsFault(attachments);
    if (fault !== undefined) issue(['attachments'], issueText('MESSAGE.ATTACHMENT_INVALID', fault));
    // Most messages contain only a short text; they fit without measuring their JSON.
    const plain = typeof text === 'string' && text.length * 6 < DATA_BYTES_MAX;
    if (plain && !wellFormed(text)) issue(['text'], MALFORMED);
    else if (!plain || Object.keys(value).length > 1) {
      const json = JSON.stringify(value);
      if (json.length * 3 > DATA_BYTES_MAX && Buffer.byteLength(json) > DATA_BYTES_MAX)
        issue([], issueText('MESSAGE.DATA_TOO_LARGE', 'data is more than 10 KB of JSON'));
      else if (!storable(json)) issue([], MALFORMED);
    }
  });

const schema = compiled(() =>
  z
    .object({
      muid: muid(),
      sender: entityId(),
      receiver: entityId(),
      receiverType: enumOf(['user', 'group'], 'MESSAGE.RECEIVER_TYPE_INVALID'),
      sentAt: seconds(),
      category: enumOf(['message', 'custom', 'interactive'], 'MESSAGE.CATEGORY_INVALID')
        .default('message')
        .describe('message, custom or interactive; default: message'),
      type: text(100, 'MESSAGE.TYPE_INVALID')
        .default('text')
        .describe(`${TYPES.join(', ')}; default: text; with another category than message any text`),
      data: data.optional().describe('JSON object of at most 10 KB, with text, metadata and attachments'),
      tags: tags('MESSAGE.TAGS_INVALID').optional(),
      deliveredAt: seconds().optional(),
      readAt: seconds().optional(),
      parentMuid: text(255, 'MESSAGE.KEY_INVALID').optional(),
      editedAt: seconds().optional(),
      editedBy: entityId().optional(),
      deletedAt: seconds().optional(),
      deletedBy: entityId().optional(),
      // No column: they come from the rows of reactions.
      reactions: z.custom<readonly object[]>().optional(),
      // The same for pins.
      pinned: z.custom<object>().optional(),
    })
    .superRefine((row, context) => {
      const issue = (path: string[], message: string): void =>
        context.addIssue({ code: 'custom', path, message });
      if (row.category === 'message' && !TYPES.includes(row.type))
        issue(['type'], issueText('MESSAGE.TYPE_INVALID', `not one of ${TYPES.join(', ')}`));
      if (
        row.category === 'message' &&
        row.type === 'text' &&
        (row.data?.text === undefined || (typeof row.data.text === 'string' && !row.data.text.trim()))
      )
        issue(['data', 'text'], issueText('MESSAGE.TEXT_EMPTY', 'a text message needs text'));
      if (row.receiverType === 'user' && row.receiver === row.sender)
        issue(['receiver'], issueText('MESSAGE.TO_SELF', 'sender and receiver are the same user'));
    }),
);

/** The fields by which a message says that it was deleted at the source. */
const statement = compiled(() => z.object({ muid: muid(), deletedAt: seconds() }));

/** Messages between users and in groups; keyed by `muid`. */
export const messages: Entity<MessageRow> = {
  name: 'messages',
  noun: 'message',
  about:
    'Messages between two users and in groups. Messages of a conversation are written in the order of their rows.',
  after: ['users', 'groups', 'members'],
  fields: {
    muid: 'key',
    sender: 'id',
    receiver: 'id',
    receiverType: 'text',
    sentAt: 'time',
    category: 'text',
    type: 'text',
    text: 'text',
    data: 'json',
    metadata: 'json',
    attachments: 'json',
    tags: 'tags',
    deliveredAt: 'time',
    readAt: 'time',
    parentMuid: 'key',
    editedAt: 'time',
    editedBy: 'id',
    deletedAt: 'time',
    deletedBy: 'id',
    parentId: 'key',
  },
  required: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt'],
  keyFields: ['muid'],
  keyCase: 'written',
  timeField: 'sentAt',
  tooOld: { code: 'MESSAGE.TOO_OLD', message: 'older than the service keeps messages' },
  goesWith: 'conversation',
  compared: {
    exact: ['sender', 'receiver', 'receiverType', 'category', 'type', 'sentAt', 'tags'],
    times: [
      { field: 'deliveredAt', rule: 'notEarlier' },
      { field: 'readAt', rule: 'notEarlier' },
    ],
    defaults: {},
    unseen: [],
  },
  members: ['data', 'metadata'],
  shape,
  kept: markedMessage,
  clearable: ['metadata', 'tags'],
  deletion: {
    // Nearly all rows that are asked have no such time.
    keyOf: (fields) =>
      fields['deletedAt'] === undefined ? undefined : statement().safeParse(fields).data?.muid,
    emptied: emptiedMessage,
  },
  schema,
  key: (message) => message.muid,
  refs: (message) => [
    { entity: 'users', key: message.sender, field: 'sender' },
    {
      entity: message.receiverType === 'group' ? 'groups' : 'users',
      key: message.receiver,
      field: 'receiver',
    },
  ],
  parts: ({
    muid: _,
    data = {},
    tags,
    deliveredAt: __,
    readAt: ___,
    parentMuid: ____,
    editedAt: _____,
    editedBy: ______,
    deletedAt: _______,
    deletedBy: ________,
    reactions: _________,
    pinned: __________,
    ...row
  }) => {
    const { text, metadata, ...rest } = data as Data;
    return { content: { text, metadata, tags }, fixed: { ...row, data: rest } };
  },
  partSteps: {
    content: [{ field: 'text', within: 'data' }],
    fixed: [
      ...steps('sender', 'receiver', 'receiverType', 'sentAt', 'category', 'type'),
      { otherwise: '"data":{}' },
    ],
  },
};
