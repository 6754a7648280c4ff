import { stat } from 'node:fs/promises';
import { conformanceChecks } from '../../conformance/checks.ts';
import { openPeer } from '../../conformance/open-service.ts';
import { type CheckResult, runConformance } from '../../conformance/run-conformance.ts';
import { RunError } from '../../errors/run-error.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import type { Secret } from '../../service/transport/secret.ts';
import type { ApiResponse } from '../../service/transport/transport.ts';
import { connect, routesOf } from '../../session/connect.ts';
import { statePaths } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { api, app, unanswered } from './api.ts';
import { exitCodeOf, type Finding, failedBy, pass, skipped, warn } from './finding.ts';
import { clock, rateLimits } from './headers.ts';
import { findKey } from './key.ts';
import { keyScope } from './key-scope.ts';
import { diskSpace, nodeVersion } from './machine.ts';
import { connection, dns, proxy } from './network.ts';
import { lock, stateFolder } from './state-folder.ts';
import { tls } from './tls.ts';

export type DoctorOptions = {
  readonly pipeline: string;
  /** Every check of the conformance suite that only reads. */
  readonly thorough: boolean;
};

const TIMEOUT_MS = 10_000;
const OUTAGE_MS = 5_000;
/** What is looked at of a service, in this order; one that fails may keep the next from being looked at. */
const SERVICE_CHECKS = [
  'key',
  'dns',
  'connection',
  'tls',
  'api',
  'clock',
  'rate limits',
  'app',
  'key scope',
  'conformance',
];
/** What a run of any pipeline needs to work as documented. */
const SHORT: ReadonlySet<string> = new Set([
  'listUsers',
  'getUser',
  'listGroups',
  'getGroup',
  'listMembers',
  'listMessages',
  'getMessage',
]);

/** Looks for everything that would keep a run from working, and says what to do; writes nothing to the service. */
export async function doctor(options: DoctorOptions, context: CommandContext): Promise<number> {
  const findings: Finding[] = [];
  const onEvent = (finding: Finding): void => {
    findings.push(finding);
    const isShown = !context.quiet || finding.status === 'warn' || finding.status === 'fail';
    if (!context.json && isShown) context.out(lineOf(finding, context.style));
  };
  for await (const finding of examine(options, context)) onEvent(finding);
  const failed = findings.find(({ status }) => status === 'fail');
  for (const check of SERVICE_CHECKS)
    if (failed && !findings.some((one) => one.check === check))
      onEvent(skipped(check, `not looked at, because ${failed.check} failed`));
  const exitCode = exitCodeOf(findings);
  if (context.json) {
    const shown = findings.map(({ exit: _, ...finding }) => finding);
    context.out(`${JSON.stringify({ version: 1, command: 'doctor', exitCode, findings: shown }, null, 2)}\n`);
  } else if (!context.quiet) context.out(`${endOf(findings, options.pipeline, context.style)}\n`);
  return exitCode;
}

async function* examine(options: DoctorOptions, context: CommandContext): AsyncGenerator<Finding> {
  yield nodeVersion(process.versions.node);
  const pipeline = caught('pipeline', () => loadPipeline(options.pipeline, context.env));
  if ('check' in pipeline) return yield pipeline;
  yield pass('pipeline', `${options.pipeline} is valid`);
  const { finding, bytes } = await findSources(pipeline);
  yield finding;
  const paths = statePaths(pipeline.stateFolder);
  const state = await stateFolder(paths.folder);
  yield state;
  const { isHeld, ...held } = await lock(paths.lock, options.pipeline);
  yield held;
  yield await diskSpace(paths.folder, bytes);
  context.signal.throwIfAborted();
  if (typeof pipeline.target === 'object') yield* examineHosted(pipeline, options, context);
  else if (pipeline.target === undefined) yield skipped('service', 'the pipeline has no target');
  else if (isHeld) yield skipped('service', 'the sandbox of this pipeline belongs to the other run');
  else if (state.status === 'fail') yield skipped('service', 'the sandbox has nowhere to keep its data');
  else yield* examineSandbox(pipeline, paths.sandbox, options, context);
}

/** The value, or the finding that there is none. */
function caught<T extends object>(check: string, make: () => T): T | Finding {
  try {
    return make();
  } catch (error) {
    if (error instanceof RunError) return failedBy(check, error);
    throw error;
  }
}

async function findSources(
  pipeline: Pipeline,
): Promise<{ readonly finding: Finding; readonly bytes: number }> {
  try {
    const plan = await openPlan(pipeline, { routes: routesOf(pipeline), nowMs: Date.now(), strict: false });
    const paths = plan.steps.flatMap(({ sources }) => sources.map(({ path }) => path));
    const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    const said = `${paths.length} ${paths.length === 1 ? 'file' : 'files'}`;
    const [warning] = plan.warnings;
    const finding =
      warning === undefined
        ? pass('sources', said)
        : warn('sources', `${said}; ${warning}`, `chatferry validate ${pipeline.file}`);
    return { finding, bytes };
  } catch (error) {
    if (error instanceof RunError) return { finding: failedBy('sources', error), bytes: 0 };
    throw error;
  }
}

type Service = {
  readonly baseUrl: string;
  readonly caFile?: string | undefined;
  readonly apiKey?: Secret | undefined;
  readonly appId?: string | undefined;
  readonly region: string;
};

async function* examineHosted(
  { target, folder }: Pipeline,
  options: DoctorOptions,
  context: CommandContext,
): AsyncGenerator<Finding> {
  if (typeof target !== 'object') return;
  const { finding, apiKey } = await findKey(target.apiKey, folder, context.env);
  yield finding;
  yield proxy(context.env);
  yield* examineService({ ...target, apiKey }, options, context);
}

async function* examineSandbox(
  pipeline: Pipeline,
  dataFile: string,
  options: DoctorOptions,
  context: CommandContext,
): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack();
  try {
    const { baseUrl, caFile, apiKey, shown } = stack.use(await connect(pipeline, dataFile, context.env));
    yield pass('sandbox', `started at ${baseUrl}`);
    yield pass('key', "the sandbox's own");
    yield* examineService(
      { baseUrl, caFile, apiKey, appId: shown['appId'], region: shown['region'] ?? '' },
      options,
      context,
    );
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    context.signal.throwIfAborted();
    yield failedBy('sandbox', error);
  }
}

/** From the name to what is answered; ends where nothing behind a failure can be looked at. */
async function* examineService(
  service: Service,
  options: DoctorOptions,
  context: CommandContext,
): AsyncGenerator<Finding> {
  const { baseUrl, caFile, apiKey } = service;
  const url = new URL(baseUrl);
  const { finding, place } = await dns(url);
  yield finding;
  if (!place) return;
  const reached = await connection(place);
  yield reached;
  if (reached.status === 'fail') return;
  const trusted = await tls(url, place, caFile, Date.now());
  yield trusted;
  if (trusted.status === 'fail') return;
  context.signal.throwIfAborted();
  // A service tells what it is also to those who have no key.
  await using peer = openPeer({
    baseUrl,
    apiKey: apiKey ?? 'none',
    caFile,
    timeoutMs: TIMEOUT_MS,
    outageMs: OUTAGE_MS,
  });
  let read: ApiResponse;
  try {
    const key = apiKey ? 'own' : 'none';
    read = await peer.send({ method: 'GET', path: '/users?perPage=1', key }, context.signal);
  } catch (error) {
    context.signal.throwIfAborted();
    return yield unanswered(error);
  }
  const answered = api(read, url);
  yield answered;
  if (answered.status === 'fail') return;
  yield clock(read, Date.now());
  yield rateLimits(read);
  if (!apiKey) return;
  const named = app(read, service.appId, service.region);
  yield named;
  if (named.status === 'fail') return;
  const refusedWrite = () => peer.send({ method: 'POST', path: '/groups', body: '{}' }, context.signal);
  const scope = await keyScope({ read, refusedWrite });
  yield scope;
  if (scope.status === 'fail') return;
  const checks = conformanceChecks.filter(
    ({ needs, covers }) => needs === 'read' && (options.thorough || covers.every((name) => SHORT.has(name))),
  );
  const results = await runConformance(checks, peer, () => {}, { signal: context.signal });
  context.signal.throwIfAborted();
  yield* options.thorough ? results.map(oneCheck) : allChecks(results);
}

const CHECK = 'conformance';
const DIFFERS = 'ask who runs the service; rows may end in other outcomes than foretold';

function oneCheck({ name, status, reason = '' }: CheckResult): Finding {
  if (status === 'passed') return pass(CHECK, name);
  if (status === 'skipped') return skipped(CHECK, `${name}: ${reason}`);
  return warn(CHECK, `${name}: ${reason}`, DIFFERS);
}

function allChecks(results: readonly CheckResult[]): readonly Finding[] {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return failed.map(oneCheck);
  const passed = results.filter(({ status }) => status === 'passed').length;
  const rest = results.length - passed;
  const nothing = rest === 0 ? '' : `, ${rest} had nothing to look at`;
  return [pass(CHECK, `${passed} checks that only read have passed${nothing}; --thorough makes them all`)];
}

const WIDTH = 13;

function lineOf({ check, status, message, next }: Finding, style: Style): string {
  const paint = { pass: style.green, warn: style.yellow, fail: style.red, skip: style.dim }[status];
  const hint = next === undefined ? '' : `\n      → ${style.bold(printable(next))}`;
  return `${paint(status.toUpperCase())}  ${check.padEnd(WIDTH)}  ${printable(message)}${hint}\n`;
}

function endOf(findings: readonly Finding[], file: string, style: Style): string {
  const count = (wanted: Finding['status']): number =>
    findings.filter(({ status }) => status === wanted).length;
  const said = `  ${count('pass')} passed, ${count('warn')} to look at, ${count('fail')} failed, ${count('skip')} skipped`;
  const next =
    count('fail') > 0 ? `correct what failed, then:  chatferry doctor ${file}` : `chatferry run ${file}`;
  return `${said}\n  next  ${style.bold(next)}`;
}
