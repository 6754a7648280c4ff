import { stat } from 'node:fs/promises';
import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import type { Workplace } from '../../pipeline/open-plan.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { oldMessages, oldMessagesText, RETENTION_WAYS_OUT } from '../../report/result/old-messages.ts';
import { connect, routesOf } from '../../session/connect.ts';
import { readReach } from '../../session/consent/consent.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { keepState } from '../../state/open-kept.ts';
import { statePaths } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { countOldMessages } from './count-old-messages.ts';
import { examineTarget } from './examine-target.ts';
import { type Finding, failedBy, pass, skippedCheck, warn } from './finding.ts';
import { findKey } from './key.ts';
import { freeSpace, nodeVersion } from './machine.ts';
import { proxy } from './proxy.ts';
import { lock, stateFolder } from './state-folder.ts';

/** Options of `doctor`. */
export type DoctorOptions = {
  readonly pipeline: string;
  /** Runs every check of the conformance suite that only reads, instead of a few. */
  readonly thorough: boolean;
  /** Asks the addresses of the files of messages whether they answer. */
  readonly files: boolean;
};

/** Checks a pipeline and yields each finding as soon as it is made. */
export async function* examine(options: DoctorOptions, outside: Runtime & Stderr): AsyncGenerator<Finding> {
  yield nodeVersion(process.versions.node);
  const pipeline = await caught('pipeline', () => openPipelineFile(options.pipeline, outside));
  if ('check' in pipeline) return yield pipeline;
  yield pass('pipeline', `${options.pipeline} is valid`);
  await using workplace = temporaryWorkplace(outside);
  const { finding, bytes, plan } = await findSources(pipeline, workplace);
  yield finding;
  if (plan?.retention?.hosted) yield await messageAge(plan, outside.signal);
  if (plan && options.files) yield await fileAddressesOf(plan, outside.signal);
  const kept = await caught('state server', () => keepState(pipeline, outside));
  if ('check' in kept) return yield kept;
  await using _kept = kept;
  const { context } = kept;
  if (pipeline.stateServer) yield pass('state server', `${pipeline.stateServer.server.shown} answers`);
  const paths = statePaths(pipeline.stateFolder);
  const state = await stateFolder(paths.folder, context.system.files);
  yield state;
  const { isLocked, ...lockFinding } = await lock(paths.lock, options.pipeline, context.system);
  yield lockFinding;
  yield freeSpace(context.system.files, paths.folder, bytes);
  context.signal.throwIfAborted();
  if (typeof pipeline.target === 'object') yield* examineHosted(pipeline, options, context);
  else if (pipeline.target === undefined) yield skippedCheck('service', 'the pipeline has no target');
  else if (isLocked) yield skippedCheck('service', 'the other run uses the sandbox of this pipeline');
  else if (state.status === 'fail') yield skippedCheck('service', 'the sandbox cannot write its data');
  else yield* examineSandbox(pipeline, paths.sandbox, options, context);
}

/** The value that `make` returns, or a failed finding if it throws a RunError. */
async function caught<T extends object>(check: string, make: () => Promise<T>): Promise<T | Finding> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof RunError) return failedBy(check, error);
    throw error;
  }
}

async function findSources(
  pipeline: Pipeline,
  workplace: Workplace,
): Promise<{ readonly finding: Finding; readonly bytes: number; readonly plan?: Plan }> {
  try {
    const nowMs = workplace.system.clock.now();
    const { files } = workplace.system;
    const opening = { routes: routesOf(pipeline), nowMs, files, workplace, strict: false };
    const plan = await openPlan(pipeline, opening);
    const paths = plan.steps.flatMap(({ files }) => files.map(({ path }) => path));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { finding: sourcesFinding(paths.length, [...plan.warnings][0], pipeline.file), bytes, plan };
  } catch (error) {
    if (error instanceof RunError) return { finding: failedBy('sources', error), bytes: 0 };
    throw error;
  }
}

function sourcesFinding(count: number, warning: string | undefined, file: string): Finding {
  const files = `${count} ${count === 1 ? 'file' : 'files'}`;
  if (warning === undefined) return pass('sources', files);
  return warn('sources', `${files}; ${warning}`, `chatferry validate ${file}`);
}

async function fileAddressesOf(plan: Plan, signal: AbortSignal): Promise<Finding> {
  // Loaded for those who ask.
  const { fileAddresses } = await import('./file-addresses.ts');
  return await fileAddresses(plan, signal);
}

const CHECK = 'message age';

/** Tells whether a hosted service would refuse messages because of their age. */
async function messageAge(plan: Plan, signal: AbortSignal): Promise<Finding> {
  try {
    const old = oldMessages(await countOldMessages(plan, signal), plan.retention);
    if (!old) return pass(CHECK, `no message is older than ${plan.retention?.days} days`);
    const decided = old.policy === 'skip' || old.policy === 'archive';
    if (decided) return pass(CHECK, oldMessagesText(old));
    return warn(CHECK, oldMessagesText(old), RETENTION_WAYS_OUT);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    signal.throwIfAborted();
    return failedBy(CHECK, error);
  }
}

async function* examineHosted(
  pipeline: Pipeline,
  options: DoctorOptions,
  context: Runtime & Stderr,
): AsyncGenerator<Finding> {
  const { target } = pipeline;
  if (typeof target !== 'object') return;
  const { finding, apiKey } = await findKey(target.apiKey, pipeline, context);
  yield finding;
  const way = await proxy(new URL(target.baseUrl), target.caFile, context.env);
  yield way.finding;
  if (way.finding.status === 'fail') return;
  yield* examineTarget({ ...target, apiKey, proxy: way.proxy }, options, context.signal);
  if (apiKey) yield* await notifications(pipeline, context);
}

/** Finds out whether the live calls of a run may notify people; nothing where it makes none. */
async function notifications(pipeline: Pipeline, context: Runtime & Stderr): Promise<readonly Finding[]> {
  const reach = await readReach(pipeline, context);
  if (!reach) return [];
  const { mayNotify, text } = reach;
  if (!mayNotify) return [pass('notifications', text)];
  return [warn('notifications', text, 'switch them off in the app, or give run --allow-notifications')];
}

async function* examineSandbox(
  pipeline: Pipeline,
  dataFile: string,
  options: DoctorOptions,
  context: Runtime & Stderr,
): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack();
  try {
    const { baseUrl, caFile, apiKey, shown } = stack.use(await connect(pipeline, dataFile, context));
    yield pass('sandbox', `started at ${baseUrl}`);
    yield pass('key', "the sandbox's own");
    const service = { baseUrl, caFile, apiKey, appId: shown['appId'], region: shown['region'] ?? '' };
    yield* examineTarget(service, options, context.signal);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    context.signal.throwIfAborted();
    yield failedBy('sandbox', error);
  }
}
