import { del, get, patch, post, put, type RateClass } from './endpoint.ts';

const none = 'unsupported' as const;

/** The calls of notifications: settings, choices of users, push tokens, providers, the log. */
const notificationEndpoints = {
  getNotificationSettings: get('/notifications/v1/settings', none),
  updateNotificationSettings: patch('/notifications/v1/settings', none),
  resetNotificationSettings: del('/notifications/v1/settings', none),
  // The user is in the query.
  getNotificationPreferences: get('/notifications/v1/preferences', none),
  updateNotificationPreferences: patch('/notifications/v1/preferences', none),
  resetNotificationPreferences: del('/notifications/v1/preferences', none),
  getMutedConversations: get('/notifications/v1/preferences/mute', none),
  muteConversations: put('/notifications/v1/preferences/mute', none),
  unmuteConversations: del('/notifications/v1/preferences/mute', none),
  getNotificationTimezone: get('/notifications/v1/preferences/timezone', none),
  updateNotificationTimezone: patch('/notifications/v1/preferences/timezone', none),
  getContactDetails: get('/notifications/v1/contact-details', 'required'),
  updateContactDetails: patch('/notifications/v1/contact-details', 'required'),
  removeContactDetails: del('/notifications/v1/contact-details', 'required'),
  registerPushToken: post('/notifications/push/v1/tokens', none),
  getPushTokens: get('/notifications/push/v1/tokens', none),
  removePushTokens: del('/notifications/push/v1/tokens', none),
  removePushToken: del('/notifications/push/v1/tokens/{pushToken}', none),

  // Providers of pushes, found by their id
  getFcmProviders: get('/notifications/push/v1/providers/fcm', none),
  addFcmProvider: post('/notifications/push/v1/providers/fcm', none),
  updateFcmProvider: put('/notifications/push/v1/providers/fcm', none),
  removeFcmProvider: del('/notifications/push/v1/providers/fcm/{providerId}', none),
  setDefaultFcmProvider: put('/notifications/push/v1/providers/fcm/default/{providerId}', none),
  getApnsProviders: get('/notifications/push/v1/providers/apns', none),
  addApnsProvider: post('/notifications/push/v1/providers/apns', none),
  updateApnsProvider: put('/notifications/push/v1/providers/apns', none),
  removeApnsProvider: del('/notifications/push/v1/providers/apns/{providerId}', none),
  setDefaultApnsProvider: put('/notifications/push/v1/providers/apns/default/{providerId}', none),

  // Providers of which an app has at most one
  getCustomPushProvider: get('/notifications/push/v1/providers/custom', none),
  addCustomPushProvider: post('/notifications/push/v1/providers/custom', none),
  updateCustomPushProvider: put('/notifications/push/v1/providers/custom', none),
  removeCustomPushProvider: del('/notifications/push/v1/providers/custom', none),
  getCustomSmsProvider: get('/notifications/sms/v1/providers/custom', none),
  addCustomSmsProvider: post('/notifications/sms/v1/providers/custom', none),
  updateCustomSmsProvider: put('/notifications/sms/v1/providers/custom', none),
  removeCustomSmsProvider: del('/notifications/sms/v1/providers/custom', none),
  getCustomEmailProvider: get('/notifications/email/v1/providers/custom', none),
  addCustomEmailProvider: post('/notifications/email/v1/providers/custom', none),
  updateCustomEmailProvider: put('/notifications/email/v1/providers/custom', none),
  removeCustomEmailProvider: del('/notifications/email/v1/providers/custom', none),
  getTwilioProvider: get('/notifications/sms/v1/providers/twilio', none),
  addTwilioProvider: post('/notifications/sms/v1/providers/twilio', none),
  updateTwilioProvider: put('/notifications/sms/v1/providers/twilio', none),
  removeTwilioProvider: del('/notifications/sms/v1/providers/twilio', none),
  getSendGridProvider: get('/notifications/email/v1/providers/sendgrid', none),
  addSendGridProvider: post('/notifications/email/v1/providers/sendgrid', none),
  updateSendGridProvider: put('/notifications/email/v1/providers/sendgrid', none),
  removeSendGridProvider: del('/notifications/email/v1/providers/sendgrid', none),

  listNotificationLogs: get('/notifications/v1/logs', none),
} as const;

const core = { rateClass: 'core' } as const;
const bulk = { rateClass: 'import' } as const;
/** Calls with the two keys of the account, at an address of their own. */
const account = { base: 'management' } as const;
/** Requests a minute for each rate class: the documented limits of the hosted service (its rate limits page). */
export const documentedPerMinute: Readonly<Record<RateClass, number>> = {
  core: 10_000,
  standard: 20_000,
  import: 60,
};

/** Messages a minute that one user can send: a documented limit besides those of the rate classes. */
export const documentedPerSender = 30;

/** Calls whose answers are documented without the envelope `data`. */
const bare = { bare: true } as const;

/** Calls that create something again if they are repeated. */
const once = { repeatable: false } as const;

/**
 * Every call of the service that a server-side key may make; each is declared only here. Sources: the service's
 * specification, else the vendor's public reference of the same API. Calls for end-user tokens only are left out:
 * transfer of group ownership, upload addresses, and all of the client host; and creating a tenant, which takes a login
 * instead of keys. A client's `request()` makes calls that are not in this table.
 */
export const endpoints = {
  // Users and their tokens
  createUser: post('/users', 'unsupported', core),
  // Not documented with an acting user, but existing clients send one.
  listUsers: get('/users', 'optional'),
  reactivateUsers: put('/users', 'unsupported'),
  deactivateUsers: del('/users', 'unsupported', core),
  getUser: get('/users/{uid}', 'optional'),
  updateUser: put('/users/{uid}', 'unsupported'),
  deleteUser: del('/users/{uid}', 'unsupported', core),
  createAuthToken: post('/users/{uid}/auth_tokens', 'unsupported', once),
  listAuthTokens: get('/users/{uid}/auth_tokens', 'unsupported'),
  flushAuthTokens: del('/users/{uid}/auth_tokens', 'unsupported'),
  getAuthToken: get('/users/{uid}/auth_tokens/{authToken}', 'unsupported'),
  updateAuthToken: put('/users/{uid}/auth_tokens/{authToken}', 'unsupported'),
  deleteAuthToken: del('/users/{uid}/auth_tokens/{authToken}', 'unsupported'),

  // Groups, their members, and who is banned from them
  createGroup: post('/groups', 'optional', core),
  listGroups: get('/groups', 'optional'),
  getGroup: get('/groups/{guid}', 'optional'),
  updateGroup: put('/groups/{guid}', 'optional'),
  deleteGroup: del('/groups/{guid}', 'optional'),
  addMembers: post('/groups/{guid}/members', 'optional', core),
  listMembers: get('/groups/{guid}/members', 'optional'),
  changeMemberScope: put('/groups/{guid}/members/{uid}', 'optional'),
  kickMember: del('/groups/{guid}/members/{uid}', 'optional', core),
  banUser: post('/groups/{guid}/bannedusers/{uid}', 'optional'),
  unbanUser: del('/groups/{guid}/bannedusers/{uid}', 'optional'),
  listBannedUsers: get('/groups/{guid}/bannedusers', 'unsupported'),

  // Friends and blocked users
  addFriends: post('/users/{uid}/friends', 'unsupported'),
  listFriends: get('/users/{uid}/friends', 'unsupported'),
  removeFriends: del('/users/{uid}/friends', 'unsupported'),
  blockUsers: post('/users/{uid}/blockedusers', 'unsupported'),
  listBlockedUsers: get('/users/{uid}/blockedusers', 'unsupported'),
  unblockUsers: del('/users/{uid}/blockedusers', 'unsupported'),

  // Roles, keys, and what they may do
  createRole: post('/roles', 'unsupported'),
  listRoles: get('/roles', 'unsupported'),
  getRole: get('/roles/{role}', 'unsupported'),
  updateRole: put('/roles/{role}', 'unsupported'),
  deleteRole: del('/roles/{role}', 'unsupported'),
  restrictFeatures: post('/roles/{role}/restrictedfeatures', 'unsupported'),
  listRestrictedFeatures: get('/roles/{role}/restrictedfeatures', 'unsupported'),
  allowFeatures: del('/roles/{role}/restrictedfeatures', 'unsupported'),
  getRolePermissions: get('/roles/{role}/permissions', 'unsupported'),
  setRolePermissions: put('/roles/{role}/permissions', 'unsupported'),
  removeRolePermission: del('/roles/{role}/permissions/{permission}', 'unsupported'),
  getScopePermissions: get('/groups/{guid}/scopes/{scope}/permissions', 'unsupported'),
  setScopePermissions: put('/groups/{guid}/scopes/{scope}/permissions', 'unsupported'),
  removeScopePermission: del('/groups/{guid}/scopes/{scope}/permissions/{permission}', 'unsupported'),
  createApiKey: post('/apikeys', 'unsupported', once),
  listApiKeys: get('/apikeys', 'unsupported'),
  getApiKey: get('/apikeys/{apiKey}', 'unsupported'),
  updateApiKey: put('/apikeys/{apiKey}', 'unsupported'),
  deleteApiKey: del('/apikeys/{apiKey}', 'unsupported'),

  // Messages. The service does not refuse a repeated muid here, so sending is never repeated automatically.
  sendMessage: post('/messages', 'optional', once),
  listMessages: get('/messages', 'optional'),
  getMessage: get('/messages/{id}', 'optional'),
  // Each edit adds an action message to the history.
  editMessage: put('/messages/{id}', 'optional', once),
  deleteMessage: del('/messages/{id}', 'optional'),
  sendThreadMessage: post('/messages/{id}/thread', 'required', once),
  listThreadMessages: get('/messages/{id}/thread', 'optional'),
  listUserMessages: get('/users/{uid}/messages', 'optional'),
  listGroupMessages: get('/groups/{guid}/messages', 'optional'),
  sendBotMessage: post('/bots/{uid}/messages', 'unsupported', once),
  listThreads: get('/threads', 'optional'),
  subscribeToThread: post('/messages/{id}/thread/subscription', 'required'),
  unsubscribeFromThread: del('/messages/{id}/thread/subscription', 'required'),
  markInteracted: patch('/messages/{id}/interacted', 'required'),
  pinMessage: post('/messages/{id}/pin', 'optional'),
  unpinMessage: del('/messages/{id}/pin', 'optional'),
  saveMessage: post('/messages/{id}/save', 'required'),
  unsaveMessage: del('/messages/{id}/save', 'required'),

  // Reactions
  addReaction: post('/messages/{id}/reactions/{reaction}', 'required'),
  removeReaction: del('/messages/{id}/reactions/{reaction}', 'required'),
  getReaction: get('/messages/{id}/reactions/{reaction}', 'optional'),
  listReactions: get('/messages/{id}/reactions', 'optional'),

  // Conversations, named by the other user or by the group
  listConversations: get('/conversations', 'optional'),
  // Those that the app pins for all users.
  listPinnedConversations: get('/conversations/pinned', 'unsupported'),
  setPinnedConversations: put('/conversations/pinned', 'unsupported'),
  getUserConversation: get('/users/{uid}/conversation', 'required'),
  tagUserConversation: put('/users/{uid}/conversation', 'required'),
  resetUserConversation: del('/users/{uid}/conversation', 'required'),
  markUserDelivered: post('/users/{uid}/conversation/delivered', 'required'),
  markUserRead: post('/users/{uid}/conversation/read', 'required'),
  markUserUnread: del('/users/{uid}/conversation/read', 'required'),
  pinUserConversation: post('/users/{uid}/conversation/pin', 'required'),
  unpinUserConversation: del('/users/{uid}/conversation/pin', 'required'),
  getGroupConversation: get('/groups/{guid}/conversation', 'required'),
  tagGroupConversation: put('/groups/{guid}/conversation', 'required'),
  resetGroupConversation: del('/groups/{guid}/conversation', 'required'),
  markGroupDelivered: post('/groups/{guid}/conversation/delivered', 'required'),
  markGroupRead: post('/groups/{guid}/conversation/read', 'required'),
  markGroupUnread: del('/groups/{guid}/conversation/read', 'required'),
  pinGroupConversation: post('/groups/{guid}/conversation/pin', 'required'),
  unpinGroupConversation: del('/groups/{guid}/conversation/pin', 'required'),
  getConversation: get('/conversations/{conversationId}', 'required', {
    replacements: ['GET /users/{uid}/conversation', 'GET /groups/{guid}/conversation'],
  }),
  deleteConversation: del('/conversations/{conversationId}', 'required', {
    replacements: ['DELETE /users/{uid}/conversation', 'DELETE /groups/{guid}/conversation'],
  }),

  // Moderation: rules, lists of keywords, reasons for flags, what was blocked or flagged, messages that are only judged.
  createModerationRule: post('/moderation/rules', 'unsupported'),
  listModerationRules: get('/moderation/rules', 'unsupported'),
  getModerationRule: get('/moderation/rules/{ruleId}', 'unsupported'),
  // Each change makes a new revision.
  updateModerationRule: put('/moderation/rules/{ruleId}', 'unsupported', once),
  deleteModerationRule: del('/moderation/rules/{ruleId}', 'unsupported'),
  listRuleRevisions: get('/moderation/rules/{ruleId}/revisions', 'unsupported'),
  createKeywords: post('/moderation/keywords', 'unsupported'),
  listKeywords: get('/moderation/keywords', 'unsupported'),
  getKeywords: get('/moderation/keywords/{keywordId}', 'unsupported'),
  updateKeywords: put('/moderation/keywords/{keywordId}', 'unsupported', once),
  deleteKeywords: del('/moderation/keywords/{keywordId}', 'unsupported'),
  createFlagReason: post('/moderation/reasons', 'unsupported'),
  listFlagReasons: get('/moderation/reasons', 'unsupported'),
  getFlagReason: get('/moderation/reasons/{reasonId}', 'unsupported'),
  updateFlagReason: put('/moderation/reasons/{reasonId}', 'unsupported'),
  deleteFlagReason: del('/moderation/reasons/{reasonId}', 'unsupported'),
  flagMessage: post('/messages/{id}/flagged', 'required'),
  listFlaggedMessages: get('/moderation/flagged-messages', 'unsupported'),
  reviewFlaggedMessage: patch('/moderation/flagged-messages/{id}', 'unsupported'),
  listBlockedMessages: get('/moderation/blocked-messages', 'unsupported'),
  reviewBlockedMessage: patch('/moderation/blocked-messages/{id}', 'unsupported'),
  listReviewedMessages: get('/moderation/reviewed-messages', 'unsupported'),
  createModerationMessage: post('/moderation/messages', 'unsupported', once),
  listModerationMessages: get('/moderation/messages', 'unsupported'),
  getModerationMessage: get('/moderation/messages/{id}', 'unsupported'),
  updateModerationMessage: put('/moderation/messages/{id}', 'unsupported'),
  deleteModerationMessage: del('/moderation/messages/{id}', 'unsupported'),

  // Data import: keyed rows that the service refuses twice
  importUsers: post('/data_import/users', 'unsupported', bulk),
  importGroups: post('/data_import/groups', 'unsupported', bulk),
  importMembers: post('/data_import/members', 'unsupported', bulk),
  importMessages: post('/data_import/messages', 'unsupported', bulk),

  // Call records
  listCalls: get('/calls', 'optional', { base: 'calls' }),
  getCall: get('/calls/{sessionId}', 'optional', { base: 'calls' }),
  listTranscriptions: get('/calls/{sessionId}/transcriptions', 'optional', { base: 'calls' }),

  // Metrics
  getStats: get('/stats', 'unsupported'),
  getMessageStats: get('/stats/messages', 'unsupported'),

  ...notificationEndpoints,

  // AI agents: those made of instructions, and those of frameworks of one's own
  listBuiltAgents: get('/ai-agents/agent-builder/agents', 'unsupported'),
  createBuiltAgent: post('/ai-agents/agent-builder/agents', 'unsupported', { ...once, ...bare }),
  getBuiltAgent: get('/ai-agents/agent-builder/agents/{uid}', 'unsupported', bare),
  updateBuiltAgent: patch('/ai-agents/agent-builder/agents/{uid}', 'unsupported', bare),
  deleteBuiltAgent: del('/ai-agents/agent-builder/agents/{uid}', 'unsupported', bare),
  listOwnAgents: get('/ai-agents/agents', 'unsupported', bare),
  createOwnAgent: post('/ai-agents/agents', 'unsupported', { ...once, ...bare }),
  updateOwnAgent: patch('/ai-agents/agents/{uid}', 'unsupported', bare),
  deleteOwnAgent: del('/ai-agents/agents/{uid}', 'unsupported', bare),

  // Management
  createApp: post('/apps', 'unsupported', { ...account, ...once }),
  listApps: get('/apps', 'unsupported', account),
  deleteApp: del('/apps/{appId}', 'unsupported', account),
  // Each request sends an e-mail.
  requestUsage: post('/apps/{appId}/usage', 'unsupported', { ...account, ...once }),
  getAppSettings: get('/apps/{appId}/settings', 'unsupported', account),
  setAppSettings: post('/apps/{appId}/settings', 'unsupported', account),
  resetAppSettings: del('/apps/{appId}/settings', 'unsupported', account),
  listCollaborators: get('/apps/{appId}/collaborators', 'unsupported', account),
  changeCollaborators: post('/apps/{appId}/collaborators', 'unsupported', account),
  changeExtensions: post('/apps/{appId}/extensions', 'unsupported', account),
  listExtensions: get('/apps/{appId}/extensions', 'unsupported', account),
  getExtensionSettings: get('/apps/{appId}/extensions/{extension}/v1/settings', 'unsupported', account),
  setExtensionSettings: post('/apps/{appId}/extensions/{extension}/v1/settings', 'unsupported', account),
  updateExtensionSettings: put('/apps/{appId}/extensions/{extension}/v1/settings', 'unsupported', account),
  deleteExtensionSettings: del('/apps/{appId}/extensions/{extension}/v1/settings', 'unsupported', account),
  createWebhook: post('/apps/{appId}/webhooks', 'unsupported', account),
  listWebhooks: get('/apps/{appId}/webhooks', 'unsupported', account),
  getWebhook: get('/apps/{appId}/webhooks/{webhookId}', 'unsupported', account),
  updateWebhook: put('/apps/{appId}/webhooks/{webhookId}', 'unsupported', account),
  deleteWebhook: del('/apps/{appId}/webhooks/{webhookId}', 'unsupported', account),
  addTriggers: post('/apps/{appId}/webhooks/{webhookId}/triggers', 'unsupported', account),
  listTriggers: get('/apps/{appId}/webhooks/{webhookId}/triggers', 'unsupported', account),
  removeTriggers: del('/apps/{appId}/webhooks/{webhookId}/triggers', 'unsupported', account),
} as const;
