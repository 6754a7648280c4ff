import { exact, type ResourceName, ref } from './answer-schema.ts';
import type { JsonSchema } from './field.ts';

const text: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };
const seconds: JsonSchema = { type: 'integer', description: 'Unix seconds' };
const flag: JsonSchema = { type: 'boolean' };
const anyObject: JsonSchema = { type: 'object' };
const texts: JsonSchema = { type: 'array', items: text };
const objects: JsonSchema = { type: 'array', items: anyObject };

/** Why and when a message was blocked or reviewed. Without a rule, a moderator decided about a flagged message. */
const DECIDED = {
  ruleId: text,
  ruleName: text,
  revisionId: text,
  condition: anyObject,
  message: ref('Message'),
  action: texts,
  status: { type: 'string', enum: ['disapproved', 'approved', 'rejected'] },
  createdAt: seconds,
  updatedAt: seconds,
};

type Name = Extract<
  ResourceName,
  'BlockedMessage' | 'FlaggedMessage' | 'FlagReason' | 'KeywordList' | 'ModerationRule' | 'ReviewedMessage'
>;

const MODERATION_SCHEMAS: Readonly<Record<Name, JsonSchema>> = {
  BlockedMessage: exact(['message', 'createdAt', 'updatedAt'], DECIDED),
  FlaggedMessage: {
    type: 'object',
    description: 'a message with who has flagged it and why',
    properties: {
      id: { type: ['string', 'integer'] },
      appId: text,
      flaggedBy: objects,
      flaggedCount: { type: 'integer' },
    },
    required: ['id', 'appId', 'flaggedBy', 'flaggedCount'],
  },
  FlagReason: exact(['id', 'name', 'createdAt', 'updatedAt'], {
    id: text,
    name: text,
    description: text,
    default: flag,
    createdAt: seconds,
    updatedAt: seconds,
  }),
  KeywordList: exact(['id', 'category', 'isCSV', 'searchTerms', 'createdAt', 'revisionId', 'active'], {
    id: text,
    name: text,
    description: text,
    category: { type: 'string', enum: ['word', 'pattern', 'sentence-similarity'] },
    isCSV: flag,
    searchTerms: texts,
    createdAt: seconds,
    updatedAt: seconds,
    revisionId: text,
    active: flag,
  }),
  ModerationRule: exact(
    [
      'id',
      'name',
      'enabled',
      'action',
      'filters',
      'conditions',
      'active',
      'createdAt',
      'updatedAt',
      'revisionId',
    ],
    {
      id: text,
      name: text,
      enabled: flag,
      description: text,
      action: texts,
      filters: objects,
      conditions: objects,
      active: flag,
      createdAt: seconds,
      updatedAt: seconds,
      revisionId: text,
    },
  ),
  ReviewedMessage: exact(['message', 'blockedAt', 'appId', 'updatedAt'], {
    ...DECIDED,
    blockedAt: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Unix seconds' },
    appId: text,
  }),
};

const user = {
  uid: text,
  name: text,
  link: text,
  avatar: text,
  metadata: anyObject,
  status: text,
  role: text,
  statusMessage: text,
  lastActiveAt: seconds,
  deactivatedAt: seconds,
  createdAt: seconds,
  updatedAt: seconds,
  tags: texts,
  authToken: text,
  conversationId: text,
  blockedByMe: flag,
  blockedByMeAt: seconds,
  blockedAt: seconds,
  hasBlockedMe: flag,
};

const group = {
  guid: text,
  name: text,
  description: text,
  icon: text,
  type: text,
  scope: text,
  membersCount: integer,
  joinedAt: seconds,
  conversationId: text,
  hasJoined: flag,
  createdAt: seconds,
  owner: text,
  updatedAt: seconds,
  updatedBy: text,
  metadata: anyObject,
  tags: texts,
  members: { type: 'object', description: 'the result of each uid by bucket, below `data`' },
};

const message = {
  id: { type: ['string', 'integer'], description: 'digits; a number by a switch' },
  muid: text,
  conversationId: text,
  sender: text,
  receiverType: text,
  receiver: text,
  category: text,
  type: text,
  data: anyObject,
  sentAt: seconds,
  deliveredAt: seconds,
  readAt: seconds,
  updatedAt: seconds,
  editedAt: seconds,
  editedBy: text,
  deletedAt: seconds,
  deletedBy: text,
  pinnedAt: seconds,
  pinnedBy: text,
  savedAt: seconds,
  quotedMessageId: text,
  quotedMessage: ref('Message'),
  parentId: text,
  replyCount: integer,
  unreadRepliesCount: integer,
  unreadMentionsCount: integer,
  lastReply: ref('Message'),
  tags: texts,
};

/** The resources of the API, by name. Answers leave out empty values, so most members may be missing. */
export const RESOURCE_SCHEMAS: Readonly<Record<ResourceName, JsonSchema>> = {
  ...MODERATION_SCHEMAS,
  Acknowledgement: exact(['success'], { success: flag, message: text, Message: text }),
  ApiKey: exact(['apiKey', 'name', 'scope', 'createdAt'], {
    apiKey: text,
    name: text,
    scope: { type: 'string', enum: ['fullAccess', 'authOnly'] },
    createdAt: seconds,
  }),
  App: exact(
    ['id', 'name', 'plan', 'state', 'owner', 'region', 'createdAt', 'appOwner', 'appRegion', 'apiKeys'],
    {
      id: text,
      name: text,
      plan: text,
      state: text,
      owner: integer,
      region: { type: 'string', enum: ['us', 'eu', 'in'] },
      createdAt: seconds,
      appOwner: exact(['id', 'name', 'email'], { id: text, name: text, email: text }),
      appRegion: exact(['id', 'name', 'description'], { id: text, name: text, description: text }),
      apiKeys: { type: 'object', description: 'apiKey, name, scope and createdBy of each key, by key' },
    },
  ),
  AuthToken: exact(['uid', 'authToken', 'createdAt'], {
    uid: text,
    authToken: text,
    platform: text,
    userAgent: text,
    appInfo: anyObject,
    createdAt: seconds,
  }),
  Call: {
    type: 'object',
    required: ['sessionId', 'type', 'mode', 'receiverType', 'receiver', 'initiator', 'status', 'initiatedAt'],
    properties: {
      sessionId: text,
      type: text,
      mode: text,
      receiverType: text,
      receiver: text,
      initiator: text,
      status: text,
      totalAudioMinutes: { type: 'number' },
      totalVideoMinutes: { type: 'number' },
      totalDurationInMinutes: { type: 'number' },
      totalDuration: text,
      totalParticipants: integer,
      hasRecording: flag,
      hasTranscription: flag,
      initiatedAt: seconds,
      startedAt: seconds,
      endedAt: seconds,
      participants: { type: 'array', items: anyObject },
      recordings: { type: 'array', items: anyObject },
      transcriptions: { type: 'array', maxItems: 5, items: anyObject },
    },
  },
  Conversation: exact(
    ['conversationId', 'conversationType', 'unreadMessageCount', 'createdAt', 'updatedAt'],
    {
      conversationId: text,
      conversationType: { type: 'string', enum: ['user', 'group'] },
      unreadMessageCount: { type: 'string', pattern: '^[0-9]+$' },
      createdAt: seconds,
      updatedAt: seconds,
      pinnedAt: seconds,
      pinnedBy: text,
      lastReadMessageId: text,
      lastMessage: ref('Message'),
      conversationWith: { anyOf: [ref('User'), ref('Group')] },
      tags: texts,
    },
  ),
  Extension: exact(['id', 'name', 'tagLine', 'description', 'author', 'isActive', 'createdAt'], {
    id: text,
    name: text,
    tagLine: text,
    description: text,
    author: text,
    isActive: flag,
    createdAt: seconds,
  }),
  Group: exact(['guid', 'name', 'type', 'membersCount', 'conversationId', 'createdAt', 'owner'], group),
  GroupMember: exact(['uid', 'name', 'status', 'role', 'scope', 'createdAt'], {
    ...user,
    scope: { type: 'string', enum: ['admin', 'moderator', 'participant'] },
    joinedAt: seconds,
    isBanned: flag,
  }),
  Message: exact(
    [
      'id',
      'conversationId',
      'sender',
      'receiverType',
      'receiver',
      'category',
      'type',
      'data',
      'sentAt',
      'updatedAt',
    ],
    message,
  ),
  Permissions: { type: 'object' },
  Reaction: exact(['id', 'messageId', 'reaction', 'uid', 'reactedAt'], {
    id: text,
    messageId: text,
    reaction: text,
    uid: text,
    reactedAt: seconds,
    reactedBy: anyObject,
  }),
  Results: {
    type: 'object',
    additionalProperties: { type: 'object', properties: { success: flag }, required: ['success'] },
  },
  Role: exact(['role', 'name', 'createdAt'], {
    role: text,
    name: text,
    description: text,
    metadata: anyObject,
    settings: anyObject,
    createdAt: seconds,
    updatedAt: seconds,
  }),
  Trigger: exact(['id', 'description'], { id: text, description: text }),
  User: exact(['uid', 'name', 'status', 'role', 'createdAt'], user),
  Webhook: exact(['id', 'name', 'webhookURL', 'createdAt', 'updatedAt'], {
    id: text,
    name: text,
    webhookURL: text,
    createdAt: seconds,
    updatedAt: seconds,
  }),
  WebhookDelivery: exact(['at', 'trigger', 'webhook', 'state', 'tries'], {
    at: { type: 'integer', description: 'milliseconds since the epoch' },
    trigger: text,
    webhook: text,
    state: { type: 'string', enum: ['waiting', 'delivered', 'failed', 'dropped'] },
    tries: integer,
    status: { type: 'integer', description: 'the HTTP status of the last answer' },
    durationMs: integer,
    error: text,
  }),
};

/** The error object of every refusal. */
export const ERROR_SCHEMA: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: exact(['message', 'devMessage', 'source', 'code'], {
      message: text,
      devMessage: text,
      source: text,
      code: text,
      details: { type: 'object', additionalProperties: { type: 'array', items: text } },
    }),
  },
};

const pagination = exact(['total', 'count', 'per_page', 'current_page', 'total_pages'], {
  total: integer,
  count: integer,
  per_page: integer,
  current_page: integer,
  total_pages: integer,
});

/** The `meta` of the two kinds of lists. */
export const META_SCHEMAS: Readonly<Record<'page' | 'cursor', JsonSchema>> = {
  page: {
    type: 'object',
    properties: { pagination, cursor: anyObject },
    required: ['pagination'],
  },
  cursor: {
    type: 'object',
    properties: {
      current: { type: 'object', properties: { limit: integer, count: integer } },
      next: {
        type: 'object',
        properties: { affix: text, sentAt: seconds, updatedAt: seconds, id: text },
        required: ['affix'],
      },
      pagination,
      cursor: anyObject,
    },
  },
};
