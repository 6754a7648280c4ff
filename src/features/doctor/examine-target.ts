import { conformanceChecks } from '../../conformance/checks.ts';
import { openPeer } from '../../conformance/open-service.ts';
import { type CheckResult, runConformance } from '../../conformance/run-conformance.ts';
import type { Secret } from '../../service/transport/secret.ts';
import type { ApiResponse } from '../../service/transport/transport.ts';
import type { HttpProxy } from '../../system/proxy.ts';
import { api, app, unanswered } from './api.ts';
import { type Finding, pass, skippedCheck, warn } from './finding.ts';
import { clock, rateLimits } from './headers.ts';
import { keyScope } from './key-scope.ts';
import { connection, dns } from './network.ts';
import { tls } from './tls.ts';

/** The target of a pipeline. */
export type ExaminedTarget = {
  readonly baseUrl: string;
  readonly caFile?: string | undefined;
  readonly apiKey?: Secret | undefined;
  readonly appId?: string | undefined;
  readonly region: string;
  /** The proxy that requests go through. */
  readonly proxy?: HttpProxy | undefined;
};

type Peer = ReturnType<typeof openPeer>;

const TIMEOUT_MS = 10_000;
const OUTAGE_MS = 5_000;
/** The calls that must work as documented for a run of any pipeline; checked without --thorough too. */
const SHORT: ReadonlySet<string> = new Set([
  'listUsers',
  'getUser',
  'listGroups',
  'getGroup',
  'listMembers',
  'listMessages',
  'getMessage',
]);

/** Checks a service from its host name to its answers; ends at a failure that prevents further checks. */
export async function* examineTarget(
  service: ExaminedTarget,
  { thorough }: { readonly thorough: boolean },
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const { baseUrl, caFile, apiKey } = service;
  const url = new URL(baseUrl);
  if (!(yield* isReached(url, service))) return;
  signal.throwIfAborted();
  // Without a key too, the answer shows whether it is the service.
  const key = apiKey ?? 'none';
  await using peer = openPeer({ baseUrl, apiKey: key, caFile, timeoutMs: TIMEOUT_MS, outageMs: OUTAGE_MS });
  const read = yield* answerOf(peer, service, url, signal);
  if (!read || !apiKey) return;
  if (!(yield* mayWrite(peer, read, service, signal))) return;
  yield* conformance(peer, thorough, signal);
}

async function* isReached(url: URL, { caFile, proxy }: ExaminedTarget): AsyncGenerator<Finding, boolean> {
  const { finding, place } = await dns(url, proxy);
  yield finding;
  if (!place) return false;
  const reached = await connection(place);
  yield reached;
  if (reached.status === 'fail') return false;
  const trusted = await tls(url, place, caFile, Date.now());
  yield trusted;
  return trusted.status !== 'fail';
}

/** Lists users, with the key if there is one; undefined if the answer does not come from the API. */
async function* answerOf(
  peer: Peer,
  { apiKey }: ExaminedTarget,
  url: URL,
  signal: AbortSignal,
): AsyncGenerator<Finding, ApiResponse | undefined> {
  let read: ApiResponse;
  try {
    const key = apiKey ? 'own' : 'none';
    read = await peer.send({ method: 'GET', path: '/users?perPage=1', key }, signal);
  } catch (error) {
    signal.throwIfAborted();
    yield unanswered(error);
    return undefined;
  }
  const answered = api(read, url);
  yield answered;
  if (answered.status === 'fail') return undefined;
  yield clock(read, Date.now());
  yield rateLimits(read);
  return read;
}

async function* mayWrite(
  peer: Peer,
  read: ApiResponse,
  { appId, region }: ExaminedTarget,
  signal: AbortSignal,
): AsyncGenerator<Finding, boolean> {
  const named = app(read, appId, region);
  yield named;
  if (named.status === 'fail') return false;
  const refusedWrite = () => peer.send({ method: 'POST', path: '/groups', body: '{}' }, signal);
  const scope = await keyScope({ read, refusedWrite });
  yield scope;
  return scope.status !== 'fail';
}

async function* conformance(peer: Peer, thorough: boolean, signal: AbortSignal): AsyncGenerator<Finding> {
  const checks = conformanceChecks.filter(
    ({ needs, covers }) => needs === 'read' && (thorough || covers.every((name) => SHORT.has(name))),
  );
  const results = await runConformance(checks, peer, () => {}, { signal });
  signal.throwIfAborted();
  yield* thorough ? results.map(oneCheck) : allChecks(results);
}

const CHECK = 'conformance';
const DIFFERS =
  'ask the operator of the service; outcomes of rows may differ from what validate and plan say';

function oneCheck({ name, status, reason = '' }: CheckResult): Finding {
  if (status === 'passed') return pass(CHECK, name);
  if (status === 'skipped') return skippedCheck(CHECK, `${name}: ${reason}`);
  return warn(CHECK, `${name}: ${reason}`, DIFFERS);
}

function allChecks(results: readonly CheckResult[]): readonly Finding[] {
  const failed = results.filter(({ status }) => status === 'failed');
  if (failed.length > 0) return failed.map(oneCheck);
  const passed = results.filter(({ status }) => status === 'passed').length;
  const rest = results.length - passed;
  const nothing = rest === 0 ? '' : `, ${rest} had nothing to check`;
  return [pass(CHECK, `${passed} checks that only read have passed${nothing}; --thorough runs all checks`)];
}
