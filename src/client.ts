/// <reference lib="esnext.disposable" preserve="true" />
/** The client of the service alone: `chatferry/client` loads no part of the importer. See docs/programs/client.md. */

export { type KnownServiceCode, knownServiceCodes } from './errors/known-codes.ts';
export { type ClientCode, clientCodes, ServiceError, type ServiceErrorCode } from './errors/service-error.ts';
export type { AppAddress, Region } from './service/api/base-url.ts';
export type { Base, Endpoint, Method, OnBehalfOf, Query, RateClass } from './service/api/endpoint.ts';
export type { Agent, AgentQuery, BuiltAgent, OwnAgent } from './service/client/account/agents.ts';
export type { ApiKey, ApiKeyFields, ApiKeyScope } from './service/client/account/api-keys.ts';
export type {
  AppRecord,
  AppSettingValues,
  Collaborator,
  CollaboratorChange,
  CollaboratorResults,
  NewApp,
} from './service/client/account/apps.ts';
export type { CallQuery, CallRecord, Transcription } from './service/client/account/calls.ts';
export type {
  Extension,
  ExtensionAnswer,
  ExtensionResults,
  ExtensionSettings,
} from './service/client/account/extensions.ts';
export type { DateRange, MessageMetrics, Usage } from './service/client/account/metrics.ts';
export type { Permission, Permissions, SetPermissions } from './service/client/account/permissions.ts';
export type { RestrictedFeature } from './service/client/account/restricted-features.ts';
export type { NewRole, Role, RoleChanges, RoleSettings } from './service/client/account/roles.ts';
export type { Trigger } from './service/client/account/triggers.ts';
export type { NewWebhook, Webhook, WebhookFields } from './service/client/account/webhooks.ts';
export type { Acknowledgement } from './service/client/acknowledgement.ts';
export type { Answer } from './service/client/answer.ts';
export type { ApiPromise, WithResponse } from './service/client/api-promise.ts';
export type { Acting, AsApp, CallOptions, MayAct, OptionsFor } from './service/client/caller.ts';
export {
  ChatService,
  type ChatServiceOptions,
  chatService,
  type ExplicitAddress,
} from './service/client/chat-service.ts';
export type { ConnectionOptions, RequestDispatcher } from './service/client/connection.ts';
export type {
  Conversation,
  ConversationChanges,
  ConversationQuery,
  ConversationReset,
  PinnedConversation,
  UpTo,
} from './service/client/conversations/conversation.ts';
export type { ConversationPeer } from './service/client/conversations/conversations.ts';
export type { Deprecation } from './service/client/deprecation.ts';
export type { BannedUser } from './service/client/groups/banned-users.ts';
export type { Group, GroupChanges, GroupQuery, GroupType, NewGroup } from './service/client/groups/groups.ts';
export type {
  AddedMembers,
  Member,
  MemberLists,
  MemberScope,
  Membership,
} from './service/client/groups/members.ts';
export type {
  ImportedGroup,
  ImportedMember,
  ImportedMessage,
  ImportedUser,
} from './service/client/import/import-rows.ts';
export type { PageQuery } from './service/client/list-calls.ts';
export type { Listing } from './service/client/listing.ts';
export { Management, type ManagementOptions, management } from './service/client/management.ts';
export type { ChangedMessage } from './service/client/messages/changed-message.ts';
export type { Message, MessageContent, MessageData, NewMessage } from './service/client/messages/message.ts';
export type {
  AppMessageQuery,
  ManyReceivers,
  MessageChanges,
  MessageFlag,
  MessageQuery,
} from './service/client/messages/messages.ts';
export type { Reaction, ReactionQuery } from './service/client/messages/reactions.ts';
export type { Thread, ThreadQuery } from './service/client/messages/threads.ts';
export type {
  KeywordList,
  KeywordListChanges,
  NewKeywordList,
} from './service/client/moderation/keywords.ts';
export type { JudgedMessageQuery, MessageToJudge } from './service/client/moderation/moderation.ts';
export type { FlagReason, FlagReasonChanges, NewFlagReason } from './service/client/moderation/reasons.ts';
export type { ModerationQuery } from './service/client/moderation/review-list.ts';
export type { BlockedMessage, BlockedReview, FlaggedMessage } from './service/client/moderation/reviews.ts';
export type {
  ModerationRule,
  NewRule,
  RuleChanges,
  RuleCondition,
  RuleFilter,
} from './service/client/moderation/rules.ts';
export type {
  ContactDetails,
  LogPage,
  MutedConversation,
  NotificationSettings,
  NotifiedConversation,
  PreferenceChanges,
  SettingChanges,
} from './service/client/notifications/notifications.ts';
export type {
  ApnsProvider,
  CustomProvider,
  FcmProvider,
  Provider,
  SendGridProvider,
  TwilioProvider,
} from './service/client/notifications/providers.ts';
export type { NewPushToken, PushToken } from './service/client/notifications/push-tokens.ts';
export type { Attempt, ClientOptions, RateHold, Retried } from './service/client/open-client.ts';
export type { AnyCall } from './service/client/request.ts';
export type { RowResult, RowResults } from './service/client/row-result.ts';
export type { AuthToken, AuthTokenScope } from './service/client/users/auth-tokens.ts';
export type {
  Deactivation,
  DeletedUser,
  NewUser,
  Reactivation,
  User,
  UserChanges,
  UserQuery,
} from './service/client/users/users.ts';
export type { Fetch, FetchedResponse, FetchInit } from './service/transport/exchange/fetch.ts';
export type { StatedLimit } from './service/transport/rate-headers.ts';
export type { ApiResponse } from './service/transport/transport.ts';
