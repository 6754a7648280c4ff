/** The library: the line and everything that stands on it, for programs that bring their own command line. */

export type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
export { type Connection, connect, routesOf } from './connect.ts';
export { type DeadLetter, deadLetter } from './dead-letter.ts';
export { definePipeline } from './define-pipeline.ts';
// implementations
export { entities } from './entities/entities.ts';
// concepts
export type { Entity, EntityName, Item, Ref } from './entity.ts';
export { exitCodes, RunError, runCodes } from './errors.ts';
export { InFlight } from './in-flight.ts';
export { type KeyFile, keyFile } from './key-file.ts';
export { KeyIndex } from './key-index.ts';
export { createLimiter, type Limiter } from './limiter.ts';
export { openTransport, type TransportEvent } from './open-transport.ts';
export type { Counts, Outcome } from './outcome.ts';
// pipelines
export { loadPipeline, type Pipeline, parsePipeline, type ServiceTarget } from './pipeline.ts';
export { type PipelineFile, pipelineJsonSchema } from './pipeline-schema.ts';
export { makePlan, type Plan, type PlanOptions, type Step } from './plan.ts';
export { makeReport, type Report } from './report.ts';
export type { Budget, Route, Target, Verdict } from './route.ts';
export type { Cursor, Problem, Row } from './row.ts';
export { rowCodes } from './row-codes.ts';
// running
export { type RunDeps, type RunEvent, run } from './run.ts';
export { Secret } from './secret.ts';
export type { Source, SourceFormat } from './source.ts';
export { formats } from './sources/formats.ts';
export { openCheckpoint, statePaths } from './state.ts';
export { fileStore } from './stores/file.ts';
export { memoryStore } from './stores/memory.ts';
export { importApi } from './targets/import-api.ts';
export { restApi } from './targets/rest-api.ts';
export { auth } from './transport/auth.ts';
export { http } from './transport/http.ts';
export { limit } from './transport/limit.ts';
export { observe } from './transport/observe.ts';
export { retry } from './transport/retry.ts';
export {
  type ApiRequest,
  type ApiResponse,
  compose,
  type Layer,
  type Transport,
  TransportError,
} from './transport.ts';
