import type { Resource, Step } from '../entry.ts';
import { MESSAGE } from '../shapes.ts';

const text = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Hello' } } as const;

const FIELDS = {
  'receiver?': 'string',
  'receiverType?': 'string',
  'category?': 'string',
  'type?': 'string',
  'data?': 'object',
  'multipleReceivers?': { 'uids?': ['string'], 'guids?': ['string'] },
  'tags?': ['string'],
  'muid?': 'string',
  'quotedMessageId?': 'string',
} as const;

const blocked: Step = {
  call: 'POST /users/{uid}/blockedusers',
  path: { uid: 'ann' },
  body: { blockedUids: ['bob'] },
};

const file = {
  url: 'https://example.com/hi.png',
  name: 'hi.png',
  mimeType: 'image/png',
  extension: 'png',
  size: '350',
} as const;

const refusals = [
  { as: 'ann', body: { ...text, data: { text: '' } }, code: 'ERR_EMPTY_MESSAGE_TEXT', source: 'E' },
  { as: 'ann', body: { ...text, data: { text: 7 } }, code: 'ERR_INVALID_MESSAGE_TEXT', source: 'E' },
  { as: 'ann', body: { ...text, receiver: 'nobody' }, code: 'ERR_UID_NOT_FOUND', source: 'F 5' },
  {
    as: 'ann',
    body: { ...text, receiver: 'nobody', receiverType: 'group' },
    code: 'ERR_GUID_NOT_FOUND',
    source: 'F 5',
  },
  {
    as: 'dan',
    body: { ...text, receiver: 'team', receiverType: 'group' },
    code: 'ERR_GROUP_NOT_JOINED',
    source: 'E',
  },
  {
    as: 'ann',
    body: { ...text, type: 'image', data: {} },
    code: 'ERR_EMPTY_MESSAGE_FILE|ERR_INVALID_MEDIA_MESSAGE',
    source: 'E',
  },
  {
    as: 'ann',
    body: { ...text, category: 'custom', type: 'location', data: {} },
    code: 'ERR_EMPTY_CUSTOM_DATA',
    source: 'E',
  },
  {
    as: 'ann',
    body: { ...text, category: 'custom', type: 'location', data: { customData: 'none' } },
    code: 'ERR_INVALID_CUSTOM_DATA',
    source: 'E',
  },
  {
    as: 'ann',
    body: { ...text, data: { text: 'Hello', metadata: 'none' } },
    code: 'ERR_INVALID_METADATA',
    source: 'E',
  },
  {
    as: 'ann',
    body: { ...text, type: 'other' },
    code: 'ERR_INVALID_MESSAGE_TYPE|ERR_BAD_REQUEST',
    source: 'E',
  },
  {
    as: 'ann',
    body: { receiverType: 'user', type: 'text', data: { text: 'Hello' } },
    code: 'ERR_EMPTY_RECEIVER|ERR_BAD_REQUEST',
    source: 'E',
  },
  { given: [blocked], as: 'ann', body: text, code: 'ERR_BLOCKED_RECEIVER', source: 'E' },
] as const;

/** Messages that are sent. */
export const sending: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /messages',
      source: 'N send-message',
      onBehalfOf: 'optional',
      fields: FIELDS,
      examples: [
        {
          as: 'ann',
          body: text,
          answer: {
            data: {
              ...MESSAGE,
              sender: 'ann',
              receiver: 'bob',
              category: 'message',
              conversationId: 'user_ann_user_bob',
              data: { ...MESSAGE.data, text: 'Hello' },
            },
          },
        },
        { body: text, answer: { data: { ...MESSAGE, sender: 'app_system' } } },
        {
          as: 'ann',
          body: { ...text, receiver: 'team', receiverType: 'group', tags: ['one'], muid: 'mine-1' },
          answer: { data: { ...MESSAGE, conversationId: 'group_team', muid: 'mine-1', tags: ['one'] } },
        },
        {
          as: 'ann',
          body: { ...text, type: 'image', data: { text: 'See', metadata: { a: 1 }, attachments: [file] } },
          answer: {
            data: {
              ...MESSAGE,
              type: 'image',
              data: {
                ...MESSAGE.data,
                attachments: [{ url: 'string', name: 'hi.png', mimeType: 'string', extension: 'png' }],
                metadata: 'object',
              },
            },
          },
        },
        {
          as: 'ann',
          body: { ...text, category: 'custom', type: 'location', data: { customData: { at: 'home' } } },
          answer: {
            data: {
              ...MESSAGE,
              category: 'custom',
              type: 'location',
              data: { ...MESSAGE.data, customData: { at: 'home' } },
            },
          },
        },
        {
          as: 'ann',
          body: {
            ...text,
            category: 'interactive',
            type: 'form',
            data: {
              interactiveData: { title: 'Form', formFields: [] },
              interactionGoal: { type: 'none' },
              allowSenderInteraction: true,
            },
          },
          answer: {
            data: {
              ...MESSAGE,
              category: 'interactive',
              type: 'form',
              data: { ...MESSAGE.data, interactiveData: 'object', interactionGoal: { type: 'none' } },
            },
          },
        },
        { as: 'ann', body: { ...text, data: { text: 'Hello <@uid:bob>' } }, answer: { data: MESSAGE } },
        {
          as: 'ann',
          body: { ...text, quotedMessageId: '{message}' },
          answer: { data: { ...MESSAGE, quotedMessage: { id: 'digits' } } },
        },
      ],
      refusals: [
        ...refusals,
        {
          as: 'ann',
          body: { ...text, receiverType: 'other' },
          code: 'ERR_INVALID_RECEIVER_TYPE|ERR_BAD_REQUEST',
          source: 'E',
        },
        {
          as: 'ann',
          body: { ...text, category: 'other' },
          code: 'ERR_INVALID_MESSAGE_CATEGORY|ERR_BAD_REQUEST',
          source: 'E',
        },
        {
          as: 'ann',
          body: { ...text, tags: Array.from({ length: 26 }, (_, n) => `tag${n}`) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 6',
        },
      ],
    },
    {
      call: 'POST /bots/{uid}/messages',
      source: 'N sends-bot-message',
      fields: FIELDS,
      unknown: { uid: 'ERR_BOT_NOT_FOUND|ERR_UID_NOT_FOUND' },
      examples: [{ path: { uid: 'dan' }, body: text, answer: { data: { ...MESSAGE, sender: 'dan' } } }],
    },
  ],
};
