import type { Resource, Sent } from '../entry.ts';
import { failed, MESSAGE } from '../shapes.ts';

const SECOND = 1_700_000_000;

const landed = <const T>(data: T) => ({ success: 'true', data }) as const;

const message = {
  muid: 'm-1',
  sender: 'ann',
  receiver: 'bob',
  receiverType: 'user',
  sentAt: SECOND,
  type: 'text',
  data: { text: 'Hello' },
} as const;

const user = { uid: 'eve', name: 'Eve' } as const;

/** Every required field of a row must be there, else the row fails. */
const without = <T extends Readonly<Record<string, Sent>>>(
  row: T,
  field: keyof T & string,
): { [field: string]: Sent } => {
  const { [field]: _left, ...rest } = row;
  return rest as { [field: string]: Sent };
};

/** Messages that are imported. */
export const messageImport: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /data_import/messages',
      source: 'J import-messages',
      slip: 'The document requires `guid`, `name` and `type` beside `messages`, copied from a group; they are not sent (F 3).',
      fields: { messages: 'object' },
      examples: [
        {
          body: { messages: { 'm-1': { ...message, deliveredAt: SECOND, readAt: SECOND, tags: ['one'] } } },
          answer: {
            data: {
              'm-1': landed({
                ...MESSAGE,
                muid: 'm-1',
                conversationId: 'user_ann_user_bob',
                deliveredAt: 'seconds',
                readAt: 'seconds',
                tags: ['one'],
              }),
            },
          },
        },
        {
          body: {
            messages: {
              'm-1': {
                ...message,
                category: 'message',
                type: 'image',
                data: {
                  text: 'See',
                  attachments: [
                    {
                      url: 'https://example.com/a.png',
                      name: 'a.png',
                      mimeType: 'image/png',
                      extension: 'png',
                      size: '350',
                    },
                  ],
                },
              },
            },
          },
          answer: { data: { 'm-1': landed({ ...MESSAGE, type: 'image' }) } },
        },
        {
          body: {
            messages: {
              'm-1': {
                ...message,
                category: 'custom',
                type: 'location',
                data: { customData: { at: 'home' } },
              },
            },
          },
          answer: { data: { 'm-1': landed({ ...MESSAGE, category: 'custom' }) } },
        },
        {
          body: {
            messages: {
              'm-1': {
                ...message,
                data: { text: 'Hi <@uid:cid>' },
                mentionedUserDetails: { cid: { uid: 'cid', name: 'Cid' } },
              },
            },
          },
          answer: { data: { 'm-1': landed(MESSAGE) } },
        },
        {
          body: { messages: { 'm-1': { ...message, sender: 'eve', senderUserDetails: { ...user } } } },
          answer: { data: { 'm-1': landed({ ...MESSAGE, sender: 'eve' }) } },
        },
        {
          body: { messages: { 'm-1': { ...message, receiver: 'team', receiverType: 'group' } } },
          answer: { data: { 'm-1': landed({ ...MESSAGE, conversationId: 'group_team' }) } },
        },
        {
          body: { messages: { 'm-1': { ...message, sentAt: `${SECOND}` } } },
          answer: { data: { 'm-1': landed({ ...MESSAGE, sentAt: 'seconds' }) } },
        },
        {
          given: [{ call: 'POST /data_import/messages', body: { messages: { 'm-1': message } } }],
          body: { messages: { 'm-1': message } },
          answer: { data: { 'm-1': failed('ERR_IMPORT_MUID_ALREADY_EXISTS') } },
        },
        {
          body: { messages: { 'm-1': without(message, 'sender') } },
          answer: { data: { 'm-1': failed('string') } },
        },
        {
          body: { messages: { 'm-1': without(message, 'sentAt') } },
          answer: { data: { 'm-1': failed('string') } },
        },
        {
          body: { messages: { 'm-1': { ...message, receiverType: 'other' } } },
          answer: { data: { 'm-1': failed('string') } },
        },
        {
          body: { messages: { 'm-1': { ...message, data: { text: ' ' } } } },
          answer: { data: { 'm-1': failed('ERR_EMPTY_MESSAGE_TEXT') } },
        },
      ],
      refusals: [
        {
          body: { messages: [message] },
          code: 'ERR_IMPORT_INVALID_MESSAGE_FORMAT|ERR_BAD_REQUEST',
          source: 'U 2',
        },
      ],
    },
  ],
};
