/** The library: the typed client of the service, and everything that the commands are built on. */

export type { Check, CheckContext, EndpointName, Peer, RawRequest } from './conformance/check.ts';
export { conformanceChecks } from './conformance/checks.ts';
export { openPeer, type PeerOptions } from './conformance/open-service.ts';
export { type CheckResult, type ConformanceOptions, runConformance } from './conformance/run-conformance.ts';
export type { Checkpoint, CheckpointStore, StepState } from './delivery/checkpoint.ts';
export type { DeadLetter } from './delivery/dead-letter.ts';
export { InFlight } from './delivery/in-flight.ts';
export type { Plan, Step } from './delivery/plan.ts';
// running
export { type RunDeps, type RunEvent, run } from './delivery/run.ts';
export { rowCodes } from './errors/row-codes.ts';
export { exitCodes, RunError, runCodes } from './errors/run-error.ts';
export { type ClientCode, clientCodes, ServiceError } from './errors/service-error.ts';
// implementations
export { fileState } from './files/state/file-state.ts';
export { memoryState } from './files/state/memory-state.ts';
export type { Draft, KeptBytes, OpenLog, StateStore } from './files/state/state-store.ts';
export { entities } from './input/entities/entities.ts';
// concepts
export type { Entity, EntityName, Item, Ref } from './input/entities/entity.ts';
export type { Counts, Outcome } from './input/rows/outcome.ts';
export type { Cursor, Problem, Row } from './input/rows/row.ts';
export { formats } from './input/sources/formats.ts';
export type { Source, SourceFormat } from './input/sources/source.ts';
export { type KeyFile, keyFile } from './keys/key-file.ts';
export { KeyIndex } from './keys/key-index.ts';
// code that a pipeline names
export { openPipeline } from './pipeline/code/open-pipeline.ts';
export type { Transform, TransformPlace, TransformRow } from './pipeline/code/transform.ts';
export { openPlan, type PlanOptions } from './pipeline/open-plan.ts';
// pipelines
export {
  definePipeline,
  loadPipeline,
  type Pipeline,
  parsePipeline,
} from './pipeline/pipeline.ts';
export { type PipelineFile, pipelineJsonSchema } from './pipeline/pipeline-schema.ts';
export type { ServiceTarget } from './pipeline/target.ts';
export { makeReport, type Report } from './report/result/report.ts';
// addresses and the client
export {
  type AppAddress,
  callsUrl,
  chatUrl,
  managementUrl,
  type Region,
  regions,
} from './service/api/base-url.ts';
export type { Base, Endpoint, Method, OnBehalfOf, Query, RateClass } from './service/api/endpoint.ts';
export { endpoints } from './service/api/endpoints.ts';
export type { ApiKey, ApiKeyFields, ApiKeyScope } from './service/client/account/api-keys.ts';
export type { AppRecord } from './service/client/account/apps.ts';
export type { CallRecord } from './service/client/account/calls.ts';
export type { Permissions } from './service/client/account/permissions.ts';
export type { RestrictedFeature } from './service/client/account/restricted-features.ts';
export type { NewRole, Role, RoleChanges, RoleSettings } from './service/client/account/roles.ts';
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
export { importApi } from './service/targets/import-api.ts';
export { restApi } from './service/targets/rest-api.ts';
export type { Route, Target, Verdict } from './service/targets/target.ts';
export { auth } from './service/transport/auth.ts';
export type { Budget } from './service/transport/budget.ts';
export { http } from './service/transport/http.ts';
export { limit } from './service/transport/limit.ts';
export { createLimiter, type Limiter } from './service/transport/limiter.ts';
export { observe } from './service/transport/observe.ts';
export { retry } from './service/transport/retry.ts';
export { Secret } from './service/transport/secret.ts';
export { stopOnRefusal } from './service/transport/stop-on-refusal.ts';
export {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Layer,
  type Transport,
  TransportError,
} from './service/transport/transport.ts';
export { type Connection, connect, routesOf } from './session/connect.ts';
export { checkpointStore } from './session/kept/checkpoint-store.ts';
export { openCheckpoint } from './session/open-checkpoint.ts';
export { openTransport, type TransportEvent } from './session/open-transport.ts';
export { rejectsFiles } from './session/rejects-files.ts';
export { statePaths } from './session/state-folder.ts';
