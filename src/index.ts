/// <reference lib="esnext.disposable" preserve="true" />
/** The library: pipelines, their code, the client of the service, and the checks of a service. docs/library.md describes it. */

// checks of a service
export type { Check, CheckContext, EndpointName, Peer, RawRequest } from './conformance/check.ts';
export { conformanceChecks } from './conformance/checks.ts';
export { openPeer, type PeerOptions } from './conformance/open-service.ts';
export { type CheckResult, type ConformanceOptions, runConformance } from './conformance/run-conformance.ts';
// errors and codes
export { rowCodes } from './errors/row-codes.ts';
export { type ErrorDocument, exitCodes, RunError, runCodes, type Where } from './errors/run-error.ts';
export { type ClientCode, clientCodes, ServiceError } from './errors/service-error.ts';
// results
export type { PlanDocument, PlannedRows } from './features/plan/plan-document.ts';
export type { EntityStatus, RunningProcess, StatusDocument } from './features/status/status-document.ts';
export type { UndoCounts, UndoDocument, UndoDone, UndoPreview } from './features/undo/undo-document.ts';
export type { Acknowledged, VerificationReport } from './features/verify/result/verification-report.ts';
export type { EntityName } from './input/entities/entity.ts';
export type { Counts } from './input/rows/outcome.ts';
// pipelines
export { openPipeline } from './library/open-pipeline.ts';
export type {
  CallOptions as PipelineCallOptions,
  OpenedPipeline,
  PipelineOptions,
  PlanOptions,
  RetryOptions,
  RunOptions,
  UndoOptions,
  ValidateOptions,
  VerifyOptions,
} from './library/opened-pipeline.ts';
export type { Transform, TransformPlace, TransformRow } from './pipeline/code/transform.ts';
export { definePipeline, type PipelineFile } from './pipeline/pipeline-schema.ts';
export type { Selection } from './pipeline/selection/selection.ts';
export type { ProblemReport, Report } from './report/result/report.ts';
// addresses and the client
export type { AppAddress, Region } from './service/api/base-url.ts';
export type { Base, Endpoint, Method, OnBehalfOf, Query, RateClass } from './service/api/endpoint.ts';
export type { ApiKey, ApiKeyFields, ApiKeyScope } from './service/client/account/api-keys.ts';
export type { AppRecord, NewApp } from './service/client/account/apps.ts';
export type { CallRecord } from './service/client/account/calls.ts';
export type {
  ExtensionAnswer,
  ExtensionResults,
  ExtensionSettings,
} from './service/client/account/extensions.ts';
export type { Permissions } from './service/client/account/permissions.ts';
export type { RestrictedFeature } from './service/client/account/restricted-features.ts';
export type { NewRole, Role, RoleChanges, RoleSettings } from './service/client/account/roles.ts';
export type { Trigger } from './service/client/account/triggers.ts';
export type { NewWebhook, Webhook, WebhookFields } from './service/client/account/webhooks.ts';
// what the client takes and gives
export type { Acknowledgement } from './service/client/acknowledgement.ts';
export type { Answer } from './service/client/answer.ts';
export type { CallOptions, OptionsFor } from './service/client/caller.ts';
export {
  type ChatService,
  type ChatServiceOptions,
  chatService,
  type ExplicitAddress,
} from './service/client/chat-service.ts';
export type {
  Conversation,
  ConversationQuery,
  ConversationReset,
  UpTo,
} from './service/client/conversations/conversation.ts';
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
export { type Management, type ManagementOptions, management } from './service/client/management.ts';
export type { Message, MessageContent, MessageData, NewMessage } from './service/client/messages/message.ts';
export type {
  AppMessageQuery,
  ManyReceivers,
  MessageChanges,
  MessageQuery,
} from './service/client/messages/messages.ts';
export type { Reaction, ReactionQuery } from './service/client/messages/reactions.ts';
export type { ClientOptions } from './service/client/open-client.ts';
export type { AnyCall } from './service/client/request.ts';
export type { RowResult, RowResults } from './service/client/row-result.ts';
export type { AuthToken, AuthTokenScope } from './service/client/users/auth-tokens.ts';
export type {
  Deactivation,
  NewUser,
  Reactivation,
  User,
  UserChanges,
  UserQuery,
} from './service/client/users/users.ts';
export type { ApiResponse } from './service/transport/transport.ts';
export type { EventOf, StreamEvent } from './session/events/event-schema.ts';
