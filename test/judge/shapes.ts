/** Shapes that several resources share. Sources: F 2, N `components/schemas` and the examples beside them. */

const USER_FIELDS = {
  uid: 'string',
  name: 'string',
  'avatar?': 'string',
  'link?': 'string',
  'metadata?': 'object',
  'statusMessage?': 'string',
  status: 'available|offline',
  role: 'string',
  'lastActiveAt?': 'seconds',
  'deactivatedAt?': 'seconds',
  'updatedAt?': 'seconds',
  'tags?': ['string'],
  'conversationId?': 'string',
  'blockedByMe?': 'boolean',
  'blockedByMeAt?': 'seconds',
  'blockedAt?': 'seconds',
  'hasBlockedMe?': 'boolean',
} as const;

export const USER = { ...USER_FIELDS, createdAt: 'seconds' } as const;

/** A user within a message: some examples leave out when it was created. */
const USER_ENTITY = { entity: { ...USER_FIELDS, 'createdAt?': 'seconds' }, entityType: 'user' } as const;

export const GROUP = {
  guid: 'string',
  name: 'string',
  'description?': 'string',
  'icon?': 'string',
  type: 'public|password|private',
  'scope?': 'admin|moderator|participant',
  membersCount: 'integer',
  'joinedAt?': 'seconds',
  conversationId: 'string',
  'hasJoined?': 'boolean',
  createdAt: 'seconds',
  owner: 'string',
  'updatedAt?': 'seconds',
  'updatedBy?': 'string',
  'metadata?': 'object',
  'tags?': ['string'],
} as const;

export const MEMBER = { ...USER, scope: 'admin|moderator|participant', joinedAt: 'seconds' } as const;

const RECEIVER = { entity: { name: 'string', conversationId: 'string' }, entityType: 'user|group' } as const;

const ATTACHMENT = {
  url: 'string',
  name: 'string',
  mimeType: 'string',
  extension: 'string',
  'size?': 'string|number',
} as const;

const REACTION_COUNT = { reaction: 'string', count: 'integer', 'reactedByMe?': 'boolean' } as const;

const MESSAGE_FIELDS = {
  id: 'digits',
  'muid?': 'string',
  conversationId: 'string',
  sender: 'string',
  receiverType: 'user|group',
  receiver: 'string',
  type: 'string',
  sentAt: 'seconds',
  'deliveredAt?': 'seconds',
  'readAt?': 'seconds',
  'editedAt?': 'seconds',
  'editedBy?': 'string',
  'deletedAt?': 'seconds',
  'deletedBy?': 'string',
  updatedAt: 'seconds',
  'parentId?': 'digits',
  'replyCount?': 'integer',
  'tags?': ['string'],
  'pinnedAt?': 'seconds',
  'pinnedBy?': 'string',
  'savedAt?': 'seconds',
} as const;

export const MESSAGE = {
  ...MESSAGE_FIELDS,
  category: 'message|custom|interactive',
  data: {
    'text?': 'string',
    'metadata?': 'object',
    'customData?': 'object|array',
    'attachments?': [ATTACHMENT],
    'reactions?': [REACTION_COUNT],
    entities: { sender: USER_ENTITY, receiver: RECEIVER },
  },
} as const;

/** A message that tells of a change: of a message, or of the members of a group. */
export const ACTION = {
  ...MESSAGE_FIELDS,
  category: 'action',
  type: 'message|groupMember',
  data: {
    action: 'edited|deleted|joined|left|kicked|banned|unbanned|added|scopeChanged',
    entities: {
      by: USER_ENTITY,
      on: { entity: 'object', entityType: 'user|message' },
      for: { entity: 'object', entityType: 'user|group' },
    },
  },
} as const;

/** A message of any category, as lists hold them. */
export const ANY_MESSAGE = {
  ...MESSAGE_FIELDS,
  category: 'message|custom|interactive|action|call',
  data: 'object',
} as const;

export const CONVERSATION = {
  conversationId: 'string',
  conversationType: 'user|group',
  'unreadMessageCount?': 'digits|integer',
  createdAt: 'seconds',
  updatedAt: 'seconds',
  'lastMessage?': ANY_MESSAGE,
  conversationWith: { name: 'string', createdAt: 'seconds' },
  'tags?': ['string'],
  'pinnedBy?': 'string',
  'pinnedAt?': 'seconds',
} as const;

export const ROLE = {
  role: 'string',
  name: 'string',
  'description?': 'string',
  'metadata?': 'object',
  'settings?': 'object',
  createdAt: 'seconds',
  'updatedAt?': 'seconds',
} as const;

export const PAGES = {
  pagination: {
    total: 'integer',
    count: 'integer',
    per_page: 'integer',
    current_page: 'integer',
    total_pages: 'integer',
  },
  'cursor?': { updatedAt: 'seconds', affix: 'append|prepend' },
} as const;

/** `next` is a place by time and id; the end of a list may have none. */
export const CURSORS = {
  current: { limit: 'integer', count: 'integer' },
  'next?': { affix: 'append|prepend', 'sentAt?': 'seconds', 'updatedAt?': 'seconds', id: 'digits' },
} as const;

/** An acknowledgement with this text. */
export const done = (message: string) => ({ data: { success: 'true', message } }) as const;

/** The refusal of one row or id within an answer that is a success as a whole. */
export const failed = (code: string) => ({ success: 'false', error: { code, message: 'string' } }) as const;
