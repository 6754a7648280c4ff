import {
  ANY_OBJECT,
  atLeast,
  exact,
  FLAG,
  INTEGER,
  type JsonSchema,
  listOf,
  NUMBER,
  SECONDS,
  TEXT,
  wordOf,
} from './json-schema.ts';

const objects = listOf(ANY_OBJECT);
const texts = listOf(TEXT);
const message: JsonSchema = { $ref: '#/components/schemas/Message' };

/** Why a message was blocked or reviewed. Without a rule, a moderator decided about a flagged message. */
const DECIDED = {
  ruleId: TEXT,
  ruleName: TEXT,
  revisionId: TEXT,
  condition: ANY_OBJECT,
  action: texts,
  status: wordOf(['disapproved', 'approved', 'rejected']),
};

const USER = { uid: TEXT, name: TEXT, status: TEXT, role: TEXT, createdAt: SECONDS };

const MORE_OF_USER = {
  link: TEXT,
  avatar: TEXT,
  metadata: ANY_OBJECT,
  statusMessage: TEXT,
  lastActiveAt: SECONDS,
  deactivatedAt: SECONDS,
  updatedAt: SECONDS,
  tags: texts,
  authToken: TEXT,
  conversationId: TEXT,
  blockedByMe: FLAG,
  blockedByMeAt: SECONDS,
  blockedAt: SECONDS,
  hasBlockedMe: FLAG,
};

/** The resources of the API, by name. Answers leave out empty values, so most members may be missing. */
export const RESOURCE_SCHEMAS = {
  Acknowledgement: exact({ success: FLAG }, { message: TEXT, Message: TEXT }),
  ApiKey: exact({
    apiKey: TEXT,
    name: TEXT,
    scope: wordOf(['fullAccess', 'authOnly']),
    createdAt: SECONDS,
  }),
  App: exact({
    id: TEXT,
    name: TEXT,
    plan: TEXT,
    state: TEXT,
    owner: INTEGER,
    region: wordOf(['us', 'eu', 'in']),
    createdAt: SECONDS,
    appOwner: exact({ id: TEXT, name: TEXT, email: TEXT }),
    appRegion: exact({ id: TEXT, name: TEXT, description: TEXT }),
    apiKeys: { type: 'object', description: 'apiKey, name, scope and createdBy of each key, by key' },
  }),
  AuthToken: exact(
    { uid: TEXT, authToken: TEXT, createdAt: SECONDS },
    { platform: TEXT, userAgent: TEXT, appInfo: ANY_OBJECT },
  ),
  BlockedMessage: exact({ message, createdAt: SECONDS, updatedAt: SECONDS }, DECIDED),
  Call: atLeast(
    {
      sessionId: TEXT,
      type: TEXT,
      mode: TEXT,
      receiverType: TEXT,
      receiver: TEXT,
      initiator: TEXT,
      status: TEXT,
      initiatedAt: SECONDS,
    },
    {
      totalAudioMinutes: NUMBER,
      totalVideoMinutes: NUMBER,
      totalDurationInMinutes: NUMBER,
      totalDuration: TEXT,
      totalParticipants: INTEGER,
      hasRecording: FLAG,
      hasTranscription: FLAG,
      startedAt: SECONDS,
      endedAt: SECONDS,
      participants: objects,
      recordings: objects,
      transcriptions: { ...objects, maxItems: 5 },
    },
  ),
  Conversation: exact(
    {
      conversationId: TEXT,
      conversationType: wordOf(['user', 'group']),
      unreadMessageCount: { type: 'string', pattern: '^[0-9]+$' },
      createdAt: SECONDS,
      updatedAt: SECONDS,
    },
    {
      pinnedAt: SECONDS,
      pinnedBy: TEXT,
      lastReadMessageId: TEXT,
      lastMessage: message,
      conversationWith: {
        anyOf: [{ $ref: '#/components/schemas/User' }, { $ref: '#/components/schemas/Group' }],
      },
      tags: texts,
    },
  ),
  Extension: exact({
    id: TEXT,
    name: TEXT,
    tagLine: TEXT,
    description: TEXT,
    author: TEXT,
    isActive: FLAG,
    createdAt: SECONDS,
  }),
  FlaggedMessage: {
    ...atLeast({
      id: { type: ['string', 'integer'] },
      appId: TEXT,
      flaggedBy: objects,
      flaggedCount: INTEGER,
    }),
    description: 'a message with who has flagged it and why',
  },
  FlagReason: exact(
    { id: TEXT, name: TEXT, createdAt: SECONDS, updatedAt: SECONDS },
    { description: TEXT, default: FLAG },
  ),
  Group: exact(
    {
      guid: TEXT,
      name: TEXT,
      type: TEXT,
      membersCount: INTEGER,
      conversationId: TEXT,
      createdAt: SECONDS,
      owner: TEXT,
    },
    {
      description: TEXT,
      icon: TEXT,
      scope: TEXT,
      joinedAt: SECONDS,
      hasJoined: FLAG,
      updatedAt: SECONDS,
      updatedBy: TEXT,
      metadata: ANY_OBJECT,
      tags: texts,
      members: { type: 'object', description: 'the result of each uid by bucket, below `data`' },
    },
  ),
  GroupMember: exact(
    { ...USER, scope: wordOf(['admin', 'moderator', 'participant']) },
    { ...MORE_OF_USER, joinedAt: SECONDS, isBanned: FLAG },
  ),
  KeywordList: exact(
    {
      id: TEXT,
      category: wordOf(['word', 'pattern', 'sentence-similarity']),
      isCSV: FLAG,
      searchTerms: texts,
      createdAt: SECONDS,
      revisionId: TEXT,
      active: FLAG,
    },
    { name: TEXT, description: TEXT, updatedAt: SECONDS },
  ),
  Message: exact(
    {
      id: { type: ['string', 'integer'], description: 'digits; a number by a switch' },
      conversationId: TEXT,
      sender: TEXT,
      receiverType: TEXT,
      receiver: TEXT,
      category: TEXT,
      type: TEXT,
      data: ANY_OBJECT,
      sentAt: SECONDS,
      updatedAt: SECONDS,
    },
    {
      muid: TEXT,
      deliveredAt: SECONDS,
      readAt: SECONDS,
      editedAt: SECONDS,
      editedBy: TEXT,
      deletedAt: SECONDS,
      deletedBy: TEXT,
      pinnedAt: SECONDS,
      pinnedBy: TEXT,
      savedAt: SECONDS,
      quotedMessageId: TEXT,
      quotedMessage: message,
      parentId: TEXT,
      replyCount: INTEGER,
      unreadRepliesCount: INTEGER,
      unreadMentionsCount: INTEGER,
      lastReply: message,
      tags: texts,
    },
  ),
  ModerationRule: exact(
    {
      id: TEXT,
      name: TEXT,
      enabled: FLAG,
      action: texts,
      filters: objects,
      conditions: objects,
      active: FLAG,
      createdAt: SECONDS,
      updatedAt: SECONDS,
      revisionId: TEXT,
    },
    { description: TEXT },
  ),
  Permissions: ANY_OBJECT,
  Reaction: exact(
    { id: TEXT, messageId: TEXT, reaction: TEXT, uid: TEXT, reactedAt: SECONDS },
    { reactedBy: ANY_OBJECT },
  ),
  Results: { type: 'object', additionalProperties: atLeast({ success: FLAG }) },
  ReviewedMessage: exact(
    {
      message,
      blockedAt: { type: 'string', pattern: '^[0-9]{1,15}$', description: 'Unix seconds' },
      appId: TEXT,
      updatedAt: SECONDS,
    },
    { ...DECIDED, createdAt: SECONDS },
  ),
  Role: exact(
    { role: TEXT, name: TEXT, createdAt: SECONDS },
    { description: TEXT, metadata: ANY_OBJECT, settings: ANY_OBJECT, updatedAt: SECONDS },
  ),
  Trigger: exact({ id: TEXT, description: TEXT }),
  User: exact(USER, MORE_OF_USER),
  Webhook: exact({ id: TEXT, name: TEXT, webhookURL: TEXT, createdAt: SECONDS, updatedAt: SECONDS }),
  WebhookDelivery: exact(
    {
      at: { type: 'integer', description: 'milliseconds since the epoch' },
      trigger: TEXT,
      webhook: TEXT,
      state: wordOf(['waiting', 'delivered', 'failed', 'dropped']),
      tries: INTEGER,
    },
    {
      status: { type: 'integer', description: 'the HTTP status of the last answer' },
      durationMs: INTEGER,
      error: TEXT,
    },
  ),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** The error object of every refusal. */
export const ERROR_SCHEMA: JsonSchema = atLeast({
  error: exact(
    { message: TEXT, devMessage: TEXT, source: TEXT, code: TEXT },
    { details: { type: 'object', additionalProperties: texts } },
  ),
});

const pagination = exact({
  total: INTEGER,
  count: INTEGER,
  per_page: INTEGER,
  current_page: INTEGER,
  total_pages: INTEGER,
});

/** The `meta` of the two kinds of lists. */
export const META_SCHEMAS: Readonly<Record<'page' | 'cursor', JsonSchema>> = {
  page: atLeast({ pagination }, { cursor: ANY_OBJECT }),
  cursor: atLeast(
    {},
    {
      current: atLeast({}, { limit: INTEGER, count: INTEGER }),
      next: atLeast({ affix: TEXT }, { sentAt: SECONDS, updatedAt: SECONDS, id: TEXT }),
      pagination,
      cursor: ANY_OBJECT,
    },
  ),
};
