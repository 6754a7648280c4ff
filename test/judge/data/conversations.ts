import type { Resource, Step } from '../entry.ts';
import { ANY_MESSAGE, CONVERSATION, done, PAGES } from '../shapes.ts';

const withBob = { uid: 'bob' } as const;
const team = { guid: 'team' } as const;

const OBJECT =
  'The example prints an array around the conversation, the schema an object: an object is expected (F 2.8).';

const NOT_YET = 'ERR_CONVERSATION_NOT_ACCESSIBLE';

const PINNED = {
  conversationId: 'string',
  conversationType: 'user|group',
  pinnedBy: 'string',
  pinnedAt: 'seconds',
} as const;

/** A message of ann to each of so many new users. */
const others = (count: number): readonly Step[] =>
  Array.from({ length: count }, (_, n): readonly Step[] => [
    { call: 'POST /users', body: { uid: `other${n}`, name: `Other ${n}` } },
    {
      call: 'POST /messages',
      as: 'ann',
      body: { receiver: `other${n}`, receiverType: 'user', type: 'text', data: { text: 'Hi' } },
    },
  ]).flat();

const pinnedOthers = (count: number): readonly Step[] => [
  ...others(count),
  ...Array.from({ length: count }, (_, n) => ({
    call: 'POST /users/{uid}/conversation/pin',
    path: { uid: `other${n}` },
    as: 'ann',
  })),
];

const pinnedForAll: Step = {
  call: 'PUT /conversations/pinned',
  body: { pinnedConversations: [{ guid: 'team' }, { uid: 'bob' }] },
};

const pins = (
  kind: 'users/{uid}' | 'groups/{guid}',
  path: Readonly<Record<string, string>>,
  code: string,
) => {
  const [place = ''] = Object.keys(path);
  return [
    {
      call: `POST /${kind}/conversation/pin`,
      source: 'U 10',
      onBehalfOf: 'required',
      unknown: { [place]: `${code}|${NOT_YET}` },
      examples: [{ path, as: 'ann', answer: { data: { ...PINNED, pinnedBy: 'ann' } } }],
      refusals: [
        { given: pinnedOthers(5), path, as: 'ann', code: 'ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED' },
        { given: [pinnedForAll], path, as: 'ann', code: 'ERR_SYSTEM_PINNED_CONVERSATION' },
      ],
    },
    {
      call: `DELETE /${kind}/conversation/pin`,
      source: 'U 10',
      onBehalfOf: 'required',
      unknown: { [place]: `${code}|${NOT_YET}` },
      examples: [
        {
          given: [{ call: `POST /${kind}/conversation/pin`, path, as: 'ann' }],
          path,
          as: 'ann',
          answer: { data: { conversationId: 'string', conversationType: 'user|group' } },
        },
      ],
    },
  ] as const;
};

/** Conversations, without what is marked as delivered and read. */
export const conversations: Resource = {
  at: 'chat',
  entries: [
    {
      call: 'GET /conversations',
      source: 'N list-all-conversations',
      onBehalfOf: 'optional',
      examples: [
        { answer: { data: [CONVERSATION], meta: PAGES } },
        {
          as: 'bob',
          query: { perPage: 1, page: 1 },
          count: 1,
          answer: {
            data: [{ ...CONVERSATION, unreadMessageCount: 'digits|integer', lastMessage: ANY_MESSAGE }],
            meta: PAGES,
          },
        },
        {
          as: 'bob',
          query: { conversationType: 'group', withTags: true, withUserAndGroupTags: true, unread: true },
          count: 1,
          answer: { data: [{ ...CONVERSATION, conversationType: 'group' }], meta: PAGES },
        },
        {
          as: 'bob',
          query: {
            searchKey: 'Team',
            includeBlockedUsers: true,
            withBlockedInfo: true,
            hideAgentic: true,
            useCursoredIndex: 0,
          },
          count: 1,
          answer: { data: [CONVERSATION], meta: PAGES },
        },
      ],
    },
    {
      call: 'GET /users/{uid}/conversation',
      source: 'N get-user-conversations',
      slip: OBJECT,
      onBehalfOf: 'required',
      unknown: { uid: `ERR_UID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: withBob,
          as: 'ann',
          answer: {
            data: {
              ...CONVERSATION,
              conversationId: 'user_ann_user_bob',
              conversationType: 'user',
              conversationWith: { uid: 'bob', name: 'string' },
            },
          },
        },
      ],
      refusals: [{ path: { uid: 'cid' }, as: 'ann', code: NOT_YET, source: 'E, no messages yet' }],
    },
    {
      call: 'PUT /users/{uid}/conversation',
      source: 'N updates-user-conversation',
      slip: OBJECT,
      onBehalfOf: 'required',
      fields: { 'tags?': ['string'] },
      unknown: { uid: `ERR_UID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: withBob,
          as: 'ann',
          body: { tags: ['one'] },
          answer: { data: { ...CONVERSATION, tags: ['one'] } },
        },
      ],
      refusals: [
        {
          path: withBob,
          as: 'ann',
          body: { tags: Array.from({ length: 26 }, (_, n) => `tag${n}`) },
          code: 'ERR_BAD_REQUEST',
          source: 'F 6',
        },
      ],
    },
    {
      call: 'DELETE /users/{uid}/conversation',
      source: 'N resets-user-conversation',
      onBehalfOf: 'required',
      fields: {
        'deleteMessagesPermanently?': 'boolean',
        'preserveOrder?': 'boolean',
        'conversationWith?': 'string',
      },
      unknown: { uid: `ERR_UID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: withBob,
          as: 'ann',
          answer: done('The conversation user_ann_user_bob has been deleted successfully for UID ann.'),
        },
        {
          path: withBob,
          as: 'ann',
          body: { deleteMessagesPermanently: true, preserveOrder: true },
          answer: done('string'),
        },
      ],
    },
    {
      call: 'GET /groups/{guid}/conversation',
      source: 'N get-group-conversations',
      slip: OBJECT,
      onBehalfOf: 'required',
      unknown: { guid: `ERR_GUID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: team,
          as: 'bob',
          answer: {
            data: {
              ...CONVERSATION,
              conversationId: 'group_team',
              conversationType: 'group',
              conversationWith: { guid: 'team', name: 'string' },
            },
          },
        },
      ],
      refusals: [{ path: team, as: 'dan', code: NOT_YET, source: 'E, not a member' }],
    },
    {
      call: 'PUT /groups/{guid}/conversation',
      source: 'N updates-group-conversation',
      slip: OBJECT,
      onBehalfOf: 'required',
      fields: { 'tags?': ['string'] },
      unknown: { guid: `ERR_GUID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: team,
          as: 'bob',
          body: { tags: ['one'] },
          answer: { data: { ...CONVERSATION, tags: ['one'] } },
        },
      ],
    },
    {
      call: 'DELETE /groups/{guid}/conversation',
      source: 'N resets-group-conversation',
      slip: 'The text of the example is the one of two users; only its form is judged.',
      onBehalfOf: 'required',
      fields: { 'deleteMessagesPermanently?': 'boolean', 'preserveOrder?': 'boolean' },
      unknown: { guid: `ERR_GUID_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: team,
          as: 'bob',
          answer: done('~The conversation {} has been deleted successfully for UID bob.'),
        },
      ],
    },
    {
      call: 'GET /conversations/{conversationId}',
      source: 'N get-conversation, deprecated',
      slip: OBJECT,
      onBehalfOf: 'required',
      unknown: { conversationId: `ERR_CONVERSATION_NOT_FOUND|${NOT_YET}` },
      examples: [
        { path: { conversationId: 'group_team' }, as: 'ann', answer: { data: CONVERSATION } },
        { path: { conversationId: 'user_ann_user_bob' }, as: 'ann', answer: { data: CONVERSATION } },
      ],
      refusals: [{ path: { conversationId: 'group_team' }, as: 'dan', code: NOT_YET, source: 'E' }],
    },
    {
      call: 'DELETE /conversations/{conversationId}',
      source: 'S Endpoints, deprecated',
      onBehalfOf: 'required',
      unknown: { conversationId: `ERR_CONVERSATION_NOT_FOUND|${NOT_YET}` },
      examples: [
        {
          path: { conversationId: 'group_team' },
          as: 'ann',
          answer: done('The conversation group_team has been deleted successfully for all the users.'),
        },
      ],
    },
    ...pins('users/{uid}', withBob, 'ERR_UID_NOT_FOUND'),
    ...pins('groups/{guid}', team, 'ERR_GUID_NOT_FOUND'),
    {
      call: 'GET /conversations/pinned',
      source: 'N list-global-pinned-conversations',
      examples: [
        { count: 0, answer: { data: [PINNED] } },
        { given: [pinnedForAll], count: 2, answer: { data: [{ ...PINNED, pinnedBy: 'app_system' }] } },
      ],
    },
    {
      call: 'PUT /conversations/pinned',
      source: 'N replace-global-pinned-conversations',
      fields: { pinnedConversations: [{ 'uid?': 'string', 'guid?': 'string' }] },
      examples: [
        {
          body: { pinnedConversations: [{ guid: 'team' }, { uid: 'bob' }, { guid: 'team' }] },
          count: 2,
          answer: { data: [{ ...PINNED, pinnedBy: 'app_system' }] },
        },
        { given: [pinnedForAll], body: { pinnedConversations: [] }, count: 0, answer: { data: [PINNED] } },
      ],
      refusals: [
        {
          given: others(6),
          body: { pinnedConversations: Array.from({ length: 6 }, (_, n) => ({ uid: `other${n}` })) },
          code: 'ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED',
        },
        { body: { pinnedConversations: [{}] }, code: 'ERR_BAD_REQUEST', source: 'U 11, code not shown' },
      ],
    },
  ],
};
