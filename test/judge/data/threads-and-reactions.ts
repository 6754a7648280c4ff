import type { Resource, Step } from '../entry.ts';
import { CURSORS, MESSAGE, USER } from '../shapes.ts';

const id = { id: '{message}' } as const;
const unknown = { id: 'ERR_MESSAGE_ID_NOT_FOUND' } as const;

const reply = { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Hello' } } as const;

const reacted: Step = {
  call: 'POST /messages/{id}/reactions/{reaction}',
  path: { ...id, reaction: '👍' },
  as: 'bob',
};

const REACTION = {
  id: 'digits',
  messageId: 'digits',
  reaction: 'string',
  uid: 'bob',
  reactedAt: 'seconds',
  reactedBy: USER,
} as const;

const REACTIONS = {
  data: [REACTION],
  meta: { current: CURSORS.current, 'next?': { affix: 'append|prepend', id: 'digits' } },
} as const;

export const threadsAndReactions: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'POST /messages/{id}/thread',
      source: 'N send-thread-message',
      onBehalfOf: 'required',
      fields: {
        'receiver?': 'string',
        'receiverType?': 'string',
        'category?': 'string',
        'type?': 'string',
        'data?': 'object',
        'tags?': ['string'],
      },
      unknown,
      examples: [
        {
          path: id,
          as: 'ann',
          body: reply,
          answer: { data: { ...MESSAGE, parentId: 'digits', sender: 'ann' } },
        },
      ],
      refusals: [
        { path: { id: '{reply}' }, as: 'ann', body: reply, code: 'ERR_MESSAGE_THREAD_NESTING', source: 'E' },
        {
          path: id,
          as: 'ann',
          body: { ...reply, receiver: 'cid' },
          code: 'ERR_WRONG_MESSAGE_THREAD|ERR_WRONG_MESSAGE_THREAD_CATEGORY',
          source: 'E',
        },
        {
          path: id,
          as: 'ann',
          body: { ...reply, data: { text: '' } },
          code: 'ERR_EMPTY_MESSAGE_TEXT',
          source: 'E',
        },
      ],
    },
    {
      call: 'GET /messages/{id}/thread',
      source: 'N list-all-thread-messages',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        { path: id, count: 1, answer: { data: [{ ...MESSAGE, parentId: 'digits' }], meta: CURSORS } },
        {
          path: id,
          as: 'ann',
          query: { affix: 'append', limit: 1 },
          answer: { data: [{ ...MESSAGE, parentId: 'digits' }], meta: CURSORS },
        },
      ],
      refusals: [{ path: id, as: 'cid', code: 'ERR_MESSAGE_NO_ACCESS', source: 'E' }],
    },
    {
      call: 'GET /threads',
      source: 'U 10',
      onBehalfOf: 'optional',
      examples: [
        {
          count: 1,
          answer: {
            data: [{ ...MESSAGE, replyCount: 'integer', lastReply: MESSAGE }],
            meta: { 'current?': CURSORS.current, 'next?': { affix: 'append|prepend', updatedAt: 'seconds' } },
          },
        },
        {
          as: 'ann',
          query: { limit: 1, participatedByMe: true, withUnreadReplyCount: true, withMentionCount: true },
          answer: { data: [{ ...MESSAGE, replyCount: 'integer' }] },
        },
      ],
    },
    {
      call: 'POST /messages/{id}/thread/subscription',
      source: 'U 10',
      onBehalfOf: 'required',
      unknown,
      examples: [{ path: id, as: 'ann', answer: { data: { success: 'true' } } }],
    },
    {
      call: 'DELETE /messages/{id}/thread/subscription',
      source: 'U 10',
      onBehalfOf: 'required',
      unknown,
      examples: [
        {
          given: [{ call: 'POST /messages/{id}/thread/subscription', path: id, as: 'ann' }],
          path: id,
          as: 'ann',
          answer: { data: { success: 'true' } },
        },
      ],
    },
    {
      call: 'POST /messages/{id}/reactions/{reaction}',
      source: 'N add-message-reactions',
      onBehalfOf: 'required',
      unknown,
      examples: [
        {
          path: { ...id, reaction: '😅' },
          as: 'bob',
          answer: {
            data: {
              ...MESSAGE,
              data: {
                ...MESSAGE.data,
                reactions: [{ reaction: '😅', count: 'integer', reactedByMe: 'true' }],
              },
            },
          },
        },
        {
          given: [reacted],
          path: { ...id, reaction: ':wave' },
          as: 'ann',
          answer: {
            data: {
              ...MESSAGE,
              data: {
                ...MESSAGE.data,
                reactions: [{ reaction: 'string', count: 'integer', 'reactedByMe?': 'boolean' }],
              },
            },
          },
        },
      ],
      refusals: [
        { path: { ...id, reaction: 'x'.repeat(46) }, as: 'bob', code: 'ERR_BAD_REQUEST', source: 'U 0' },
        { path: { ...id, reaction: '👍' }, as: 'cid', code: 'ERR_MESSAGE_NO_ACCESS', source: 'E' },
      ],
    },
    {
      call: 'DELETE /messages/{id}/reactions/{reaction}',
      source: 'F 2.7',
      onBehalfOf: 'required',
      unknown,
      examples: [{ given: [reacted], path: { ...id, reaction: '👍' }, as: 'bob', answer: { data: MESSAGE } }],
    },
    {
      call: 'GET /messages/{id}/reactions/{reaction}',
      source: 'N get-message-reactions',
      onBehalfOf: 'optional',
      unknown,
      examples: [
        { given: [reacted], path: { ...id, reaction: '👍' }, count: 1, answer: REACTIONS },
        { given: [reacted], path: { ...id, reaction: '👍' }, as: 'ann', answer: REACTIONS },
      ],
    },
    {
      call: 'GET /messages/{id}/reactions',
      source: 'N list-all-reactions',
      onBehalfOf: 'optional',
      unknown,
      examples: [{ given: [reacted], path: id, count: 1, answer: REACTIONS }],
    },
  ],
};
