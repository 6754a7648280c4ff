import type { Resource } from '../entry.ts';
import { ACTION, ANY_MESSAGE, CURSORS, MESSAGE, PAGES } from '../shapes.ts';

const LIST = { data: [ANY_MESSAGE], meta: CURSORS } as const;

const id = { id: '{message}' } as const;

const edited = { ...ACTION, data: { ...ACTION.data, action: 'edited' } } as const;

const deleted = { ...ACTION, data: { ...ACTION.data, action: 'deleted' } } as const;

/** Messages that are read, edited and deleted. */
export const messages: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /messages',
      source: 'N list-all-messages',
      onBehalfOf: 'optional',
      examples: [
        { answer: LIST },
        {
          as: 'bob',
          query: { conversationId: 'user_ann_user_bob', limit: 1, affix: 'append' },
          count: 1,
          answer: LIST,
        },
        {
          query: {
            receiverType: 'group',
            category: 'message',
            type: 'text',
            hideDeleted: true,
            hideReplies: true,
          },
          count: 1,
          answer: { data: [{ ...MESSAGE, receiverType: 'group' }], meta: CURSORS },
        },
        { query: { id: '{reply}', affix: 'prepend', limit: 2, sentAt: 4_000_000_000 }, answer: LIST },
        {
          query: { senders: 'ann', 'sentAt[from]': 1, 'sentAt[to]': 4_000_000_000, hideQuotedMessages: true },
          count: 2,
          answer: { data: [{ ...ANY_MESSAGE, sender: 'ann' }], meta: CURSORS },
        },
        {
          query: { searchKey: 'morning', categories: 'message,custom', types: 'text', withTags: true },
          count: 3,
          answer: { data: [MESSAGE], meta: CURSORS },
        },
        {
          as: 'bob',
          query: { hasAttachments: false, hasLinks: false, hasMentions: false, hasReactions: false },
          answer: LIST,
        },
      ],
    },
    {
      call: 'GET /messages/{id}',
      source: 'N get-message-details',
      onBehalfOf: 'optional',
      unknown: { id: 'ERR_MESSAGE_ID_NOT_FOUND' },
      examples: [
        { path: id, answer: { data: { ...MESSAGE, sender: 'ann' } } },
        { path: id, as: 'bob', answer: { data: MESSAGE } },
        { path: { id: '{reply}' }, answer: { data: { ...MESSAGE, parentId: 'digits' } } },
      ],
      refusals: [
        { path: id, as: 'cid', code: 'ERR_MESSAGE_NO_ACCESS', source: 'E' },
        {
          path: { id: '{groupMessage}' },
          as: 'dan',
          code: 'ERR_MESSAGE_NO_ACCESS|ERR_GROUP_NOT_JOINED',
          source: 'E',
        },
      ],
    },
    {
      call: 'PUT /messages/{id}',
      source: 'N update-message',
      onBehalfOf: 'optional',
      fields: { 'data?': 'object', 'tags?': ['string'] },
      unknown: { id: 'ERR_MESSAGE_ID_NOT_FOUND' },
      examples: [
        {
          path: id,
          body: { data: { text: 'Good evening' }, tags: ['one'] },
          answer: {
            data: {
              ...edited,
              sender: 'app_system|ann',
              data: {
                ...edited.data,
                entities: {
                  ...edited.data.entities,
                  on: {
                    entity: { ...MESSAGE, editedAt: 'seconds', editedBy: 'app_system', tags: ['one'] },
                    entityType: 'message',
                  },
                },
              },
            },
          },
        },
        {
          path: id,
          as: 'ann',
          body: { data: { text: 'Good evening', metadata: { a: 1 } } },
          answer: { data: edited },
        },
      ],
      refusals: [
        {
          path: id,
          as: 'bob',
          body: { data: { text: 'Mine' } },
          code: 'ERR_MESSAGE_NOT_A_SENDER|ERR_MESSAGE_NO_ACCESS',
          source: 'E',
        },
        {
          path: id,
          as: 'cid',
          body: { data: { text: 'Mine' } },
          code: 'ERR_MESSAGE_NOT_A_SENDER|ERR_MESSAGE_NO_ACCESS',
          source: 'E',
        },
      ],
    },
    {
      call: 'DELETE /messages/{id}',
      source: 'N deletes-message',
      slip: 'The example answers the action "edited", copied from the update; "deleted" is expected (F 2.7).',
      onBehalfOf: 'optional',
      fields: { 'permanent?': 'boolean' },
      unknown: { id: 'ERR_MESSAGE_ID_NOT_FOUND' },
      examples: [
        {
          path: id,
          answer: {
            data: {
              ...deleted,
              data: {
                ...deleted.data,
                entities: {
                  ...deleted.data.entities,
                  on: {
                    entity: { id: 'digits', deletedAt: 'seconds', deletedBy: 'app_system' },
                    entityType: 'message',
                  },
                },
              },
            },
          },
        },
        { path: id, as: 'ann', body: { permanent: true }, answer: { data: 'object' } },
      ],
      refusals: [
        { path: id, as: 'bob', code: 'ERR_MESSAGE_NOT_A_SENDER|ERR_MESSAGE_NO_ACCESS', source: 'E' },
      ],
    },
    {
      call: 'GET /users/{uid}/messages',
      source: 'N user-list-user-messages',
      slip: 'The example has `meta.pagination` and `meta.cursor`, other lists have current and next; either is taken.',
      onBehalfOf: 'optional',
      unknown: { uid: 'ERR_UID_NOT_FOUND' },
      examples: [
        { path: { uid: 'bob' }, answer: { data: [ANY_MESSAGE], meta: 'object' } },
        {
          path: { uid: 'bob' },
          as: 'ann',
          query: { limit: 1, affix: 'prepend', id: '{groupMessage}' },
          answer: { data: [{ ...ANY_MESSAGE, conversationId: 'user_ann_user_bob' }], meta: 'object' },
        },
        {
          path: { uid: 'ann' },
          as: 'bob',
          query: { unread: true, undelivered: true, hideReplies: true, withTags: true },
          answer: { data: [ANY_MESSAGE], meta: 'object' },
        },
        {
          path: { uid: 'bob' },
          query: { perPage: 1 },
          answer: { data: [ANY_MESSAGE], meta: { 'pagination?': PAGES.pagination } },
        },
      ],
    },
    {
      call: 'GET /groups/{guid}/messages',
      source: 'N user-list-group-messages',
      onBehalfOf: 'optional',
      unknown: { guid: 'ERR_GUID_NOT_FOUND' },
      examples: [
        {
          path: { guid: 'team' },
          answer: { data: [{ ...ANY_MESSAGE, conversationId: 'group_team' }], meta: CURSORS },
        },
        {
          path: { guid: 'team' },
          as: 'bob',
          query: { limit: 1, category: 'message', hideMessagesFromBlockedUsers: true },
          answer: { data: [MESSAGE], meta: CURSORS },
        },
      ],
      refusals: [
        { path: { guid: 'team' }, as: 'dan', code: 'ERR_GROUP_NOT_JOINED|ERR_NOT_A_MEMBER', source: 'E' },
      ],
    },
  ],
};
