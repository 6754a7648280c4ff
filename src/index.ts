/** The library: the typed client of the service, and the line with everything that stands on it. */

// addresses and the client
export { type AppAddress, callsUrl, chatUrl, managementUrl, type Region, regions } from './base-url.ts';
export {
  type ChatService,
  type ChatServiceOptions,
  chatService,
  type ExplicitAddress,
} from './chat-service.ts';
export type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
export type { Check, CheckContext, EndpointName, Peer, RawRequest } from './conformance/check.ts';
export { conformanceChecks } from './conformance/checks.ts';
export { type CheckResult, type ConformanceOptions, runConformance } from './conformance/run-conformance.ts';
export { type Connection, connect, routesOf } from './connect.ts';
export { type DeadLetter, deadLetter } from './dead-letter.ts';
export { definePipeline } from './define-pipeline.ts';
export type { Base, Endpoint, Method, OnBehalfOf, Query, RateClass } from './endpoint.ts';
export { endpoints } from './endpoints.ts';
// implementations
export { entities } from './entities/entities.ts';
// concepts
export type { Entity, EntityName, Item, Ref } from './entity.ts';
export { exitCodes, RunError, runCodes } from './errors.ts';
export { InFlight } from './in-flight.ts';
export { type KeyFile, keyFile } from './key-file.ts';
export { KeyIndex } from './key-index.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export { type Management, type ManagementOptions, management } from './management.ts';
export type { ClientOptions } from './open-client.ts';
export { openPeer, type PeerOptions } from './open-peer.ts';
export { openTransport, type TransportEvent } from './open-transport.ts';
export type { Counts, Outcome } from './outcome.ts';
// pipelines
export { loadPipeline, type Pipeline, parsePipeline, type ServiceTarget } from './pipeline.ts';
export { type PipelineFile, pipelineJsonSchema } from './pipeline-schema.ts';
export { makePlan, type PlanOptions } from './plan.ts';
export { makeReport, type Report } from './report.ts';
export type { Budget, Route, Target, Verdict } from './route.ts';
export type { Cursor, Problem, Row } from './row.ts';
export { rowCodes } from './row-codes.ts';
// running
export { type RunDeps, type RunEvent, run } from './run.ts';
export { Secret } from './secret.ts';
// what the client takes and gives
export type { Acknowledgement } from './service/acknowledgement.ts';
export type { Answer } from './service/answer.ts';
export type { ApiKey, ApiKeyFields, ApiKeyScope } from './service/api-keys.ts';
export type { AppRecord } from './service/apps.ts';
export type { AuthToken, AuthTokenScope } from './service/auth-tokens.ts';
export type { BannedUser } from './service/banned-users.ts';
export type { CallOptions, OptionsFor } from './service/caller.ts';
export type { CallRecord } from './service/calls.ts';
export type { Conversation, ConversationQuery, ConversationReset, UpTo } from './service/conversation.ts';
export type { Deprecation } from './service/deprecation.ts';
export type { Group, GroupChanges, GroupQuery, GroupType, NewGroup } from './service/groups.ts';
export type {
  ImportedGroup,
  ImportedMember,
  ImportedMessage,
  ImportedUser,
} from './service/import-rows.ts';
export type { PageQuery } from './service/list-calls.ts';
export type { Listing } from './service/listing.ts';
export type { AddedMembers, Member, MemberLists, MemberScope, Membership } from './service/members.ts';
export type { Message, MessageContent, MessageData, NewMessage } from './service/message.ts';
export type { AppMessageQuery, ManyReceivers, MessageChanges, MessageQuery } from './service/messages.ts';
export type { Permissions } from './service/permissions.ts';
export type { Reaction, ReactionQuery } from './service/reactions.ts';
export type { AnyCall } from './service/request.ts';
export type { RestrictedFeature } from './service/restricted-features.ts';
export type { NewRole, Role, RoleChanges, RoleSettings } from './service/roles.ts';
export type { RowResult, RowResults } from './service/row-result.ts';
export type { Deactivation, NewUser, Reactivation, User, UserChanges, UserQuery } from './service/users.ts';
export { type ClientCode, clientCodes, ServiceError } from './service-error.ts';
export type { Source, SourceFormat } from './source.ts';
export { formats } from './sources/formats.ts';
export { openCheckpoint, statePaths } from './state.ts';
export type { Plan, Step } from './step.ts';
export { fileStore } from './stores/file.ts';
export { memoryStore } from './stores/memory.ts';
export { importApi } from './targets/import-api.ts';
export { restApi } from './targets/rest-api.ts';
export { auth } from './transport/auth.ts';
export { http } from './transport/http.ts';
export { limit } from './transport/limit.ts';
export { observe } from './transport/observe.ts';
export { retry } from './transport/retry.ts';
export { stopOnRefusal } from './transport/stop-on-refusal.ts';
export {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Layer,
  type Transport,
  TransportError,
} from './transport.ts';
