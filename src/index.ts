/// <reference lib="esnext.disposable" preserve="true" />
/** The library: pipelines, their code, the client of the service, and the checks of a service. docs/programs/library.md describes it. */

// the client: also by itself, as chatferry/client
export * from './client.ts';
// checks of a service
export type {
  Check,
  CheckContext,
  EndpointName,
  RawRequest,
  TestedService as Peer,
} from './conformance/check.ts';
export { conformanceChecks } from './conformance/checks.ts';
export { openPeer, type PeerOptions } from './conformance/open-service.ts';
export { type CheckResult, type ConformanceOptions, runConformance } from './conformance/run-conformance.ts';
// errors and codes
export { rowCodes } from './errors/row-codes.ts';
export { type ErrorDocument, exitCodes, RunError, runCodes, type Where } from './errors/run-error.ts';
// results
export type { FilesPlan, PlanDocument, PlannedRows } from './features/plan/plan-document.ts';
export type { EntityStatus, RunningProcess, StatusDocument } from './features/status/status-document.ts';
export type { UndoCounts, UndoDocument, UndoDone, UndoPreview } from './features/undo/undo-document.ts';
export type { FilesVerification } from './features/verify/result/files-verification.ts';
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
export type { FileAddresses, FileCounts } from './pipeline/files/file-counts.ts';
export type { Transform, TransformPlace, TransformRow } from './pipeline/pipeline-schema.ts';
export { definePipeline, type PipelineFile } from './pipeline/pipeline-schema.ts';
export type { Selection } from './pipeline/reference.ts';
export type { EventOf, StreamEvent } from './report/events/event-schema.ts';
export type { ProblemReport, Report } from './report/result/report.ts';
