import type { Resource, Step } from '../../entry.ts';
import { CURSORS, done, MESSAGE } from '../../shapes.ts';

const META = { current: { limit: 'integer', count: 'integer' } } as const;

const MODERATED = {
  ...MESSAGE,
  data: {
    ...MESSAGE.data,
    moderation: { status: 'pending|approved|disapproved', 'rule?': { id: 'string', name: 'string' } },
  },
} as const;

const CONDITION = { id: 'integer', entity: 'message', operand: 'string', category: 'string' } as const;

const BLOCKED = {
  ruleId: 'no-paris',
  ruleName: 'string',
  revisionId: 'string',
  condition: CONDITION,
  message: { id: 'digits', sender: 'string', receiver: 'string' },
  action: ['string'],
  createdAt: 'seconds',
  updatedAt: 'seconds',
} as const;

const rule: Step = {
  call: 'POST /moderation/rules',
  body: {
    id: 'no-paris',
    name: 'No Paris',
    enabled: true,
    action: ['blockMessage'],
    conditions: [
      {
        id: 1,
        isKeywordsReferencePresent: false,
        isMediaPresent: false,
        entity: 'message',
        operand: 'text',
        category: 'word',
        operator: 'contains',
        value: ['paris'],
      },
    ],
  },
};

const text = {
  sender: 'ann',
  receiver: 'bob',
  receiverType: 'user',
  category: 'message',
  type: 'text',
  data: { text: 'Off to paris' },
} as const;

const sent: Step = {
  call: 'POST /messages',
  as: 'ann',
  body: { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Off to paris' } },
  keep: { blocked: 'data.id' },
};

const blocked = [rule, sent] as const;

const submitted: Step = { call: 'POST /moderation/messages', body: text, keep: { submitted: 'data.id' } };

const flagged: Step = {
  call: 'POST /messages/{id}/flagged',
  path: { id: '{message}' },
  as: 'bob',
  body: { id: 'spam' },
};

const unknown = { id: 'ERR_MESSAGE_ID_NOT_FOUND' } as const;

const NO_DATA = 'The answer has no `data` around it.';

/** Messages that are blocked, flagged, reviewed or handed in for moderation. */
export const moderatedMessages: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /moderation/blocked-messages',
      source: 'N chat-api-list-moderation-blocked-messages',
      examples: [{ given: blocked, count: 1, answer: { data: [BLOCKED], meta: META } }],
    },
    {
      call: 'PATCH /moderation/blocked-messages/{id}',
      source: 'U 4',
      fields: { status: 'approved|rejected', 'reviewed?': 'boolean' },
      slip: 'One document requires `reviewed`, the older has `status` alone: not required.',
      unknown,
      examples: [
        {
          given: blocked,
          path: { id: '{blocked}' },
          body: { status: 'approved', reviewed: true },
          answer: { data: { success: 'true', message: 'string' } },
        },
        {
          given: blocked,
          path: { id: '{blocked}' },
          body: { status: 'rejected', reviewed: true },
          answer: { data: { success: 'true', message: '~Message with {}' } },
        },
      ],
    },
    {
      call: 'POST /messages/{id}/flagged',
      source: 'N chat-api-flag-message',
      slip: `${NO_DATA} The newest document has \`id\` as the reason, an older one \`reasonId\`: both are sent.`,
      onBehalfOf: 'required',
      fields: { 'id?': 'string', 'reasonId?': 'string', 'remark?': 'string' },
      unknown,
      examples: [
        {
          path: { id: '{message}' },
          as: 'bob',
          body: { id: 'spam' },
          answer: { success: 'true', message: '~Message {} has been flagged successfully.' },
        },
        {
          path: { id: '{message}' },
          as: 'bob',
          body: { reasonId: 'spam', remark: 'Again' },
          answer: { success: 'true', message: '~Message {} has been flagged successfully.' },
        },
      ],
      refusals: [
        {
          path: { id: '{message}' },
          as: 'bob',
          body: { id: 'none' },
          code: 'ERR_REASON_NOT_FOUND',
          source: 'MD',
        },
        { path: { id: '{message}' }, as: 'bob', body: {}, code: 'ERR_BAD_REQUEST' },
      ],
    },
    {
      call: 'GET /moderation/flagged-messages',
      source: 'U 4',
      examples: [
        {
          given: [flagged],
          query: { limit: 50 },
          count: 1,
          answer: {
            data: [
              {
                ...MESSAGE,
                'appId?': 'string',
                flaggedBy: [
                  {
                    uid: 'bob',
                    name: 'string',
                    'avatar?': 'string',
                    role: 'string',
                    reasonId: 'spam',
                    reasonName: 'string',
                    'description?': 'string',
                    'remark?': 'string',
                    flaggedAt: 'seconds',
                  },
                ],
                flaggedCount: 'integer',
              },
            ],
            meta: META,
          },
        },
      ],
    },
    {
      call: 'PATCH /moderation/flagged-messages/{id}',
      source: 'N chat-api-review-block-flagged-message',
      slip: NO_DATA,
      fields: { 'status?': 'approved|disapproved' },
      unknown,
      examples: [
        {
          given: [flagged],
          path: { id: '{message}' },
          body: { status: 'approved' },
          answer: { success: 'true', message: '~Message with id {} has been unflagged successfully.' },
        },
        {
          given: [flagged],
          path: { id: '{message}' },
          body: { status: 'disapproved' },
          answer: { success: 'true', message: 'string' },
        },
      ],
    },
    {
      call: 'GET /moderation/reviewed-messages',
      source: 'N chat-api-list-reviewed-messages',
      examples: [
        {
          given: [
            ...blocked,
            {
              call: 'PATCH /moderation/blocked-messages/{id}',
              path: { id: '{blocked}' },
              body: { status: 'approved', reviewed: true },
            },
          ],
          query: { limit: 50 },
          count: 1,
          answer: { data: [{ ...BLOCKED, blockedAt: 'string', appId: 'string' }], meta: META },
        },
      ],
    },
    {
      call: 'POST /moderation/messages',
      source: 'N chat-api-send-message-moderation',
      fields: {
        sender: 'string',
        receiver: 'string',
        receiverType: 'user|group',
        'muid?': 'string',
        'category?': 'message|custom',
        'type?': 'string',
        'data?': 'object',
        'tags?': ['string'],
        'sentAt?': 'integer',
        'senderUserDetails?': 'object',
        'receiverUserDetails?': 'object',
        'receiverGroupDetails?': 'object',
      },
      examples: [
        { body: text, answer: { data: MODERATED } },
        {
          body: {
            ...text,
            sender: 'eve',
            senderUserDetails: { uid: 'eve', name: 'Eve' },
            sentAt: 1_700_000_000,
          },
          answer: { data: { ...MODERATED, sender: 'eve' } },
        },
      ],
    },
    {
      call: 'GET /moderation/messages',
      source: 'U 4',
      examples: [
        { given: [submitted], count: 1, answer: { data: [MODERATED], meta: CURSORS } },
        {
          given: [rule, submitted],
          query: { receiverUID: 'bob', category: 'message', type: 'text', moderationStatus: 'disapproved' },
          count: 1,
          answer: { data: [MODERATED], meta: CURSORS },
        },
      ],
    },
    {
      call: 'GET /moderation/messages/{id}',
      source: 'N chat-api-get-message-moderation',
      unknown,
      examples: [{ given: [submitted], path: { id: '{submitted}' }, answer: { data: MODERATED } }],
    },
    {
      call: 'PUT /moderation/messages/{id}',
      source: 'N chat-api-update-message-moderation',
      fields: { 'data?': 'object' },
      unknown,
      examples: [
        {
          given: [submitted],
          path: { id: '{submitted}' },
          body: { data: { text: 'This message has been updated.' } },
          answer: { data: { ...MODERATED, editedAt: 'seconds', editedBy: 'string' } },
        },
      ],
    },
    {
      call: 'DELETE /moderation/messages/{id}',
      source: 'U 4',
      unknown,
      examples: [
        {
          given: [submitted],
          path: { id: '{submitted}' },
          answer: done('~Message with id {} has been deleted successfully.'),
        },
      ],
    },
  ],
};
