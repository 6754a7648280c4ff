import { conformanceChecks } from '../../conformance/checks.ts';
import { openPeer } from '../../conformance/open-service.ts';
import { type CheckResult, runConformance } from '../../conformance/run-conformance.ts';
import { RunError } from '../../errors/run-error.ts';
import { RateHoldError } from '../../service/transport/limiter.ts';
import type { Secret } from '../../service/transport/secret.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../../service/transport/transport.ts';
import type { HttpProxy } from '../../system/proxy.ts';
import { type Finding, fail, failedBy, pass, skippedCheck, warn } from './finding.ts';
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

const ATTEMPT_MS = 10_000;
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
  await using peer = openPeer({ baseUrl, apiKey: key, caFile, attemptMs: ATTEMPT_MS, outageMs: OUTAGE_MS });
  const read = yield* answerOf(peer, service, url, signal);
  if (!read || !apiKey) return;
  if (!(yield* mayWrite(peer, read, service, signal))) return;
  yield* conformance(peer, thorough, signal);
}

/** Checks name, connection and certificate of an address; returns whether a request can be sent there. */
export async function* isReached(
  url: URL,
  { caFile, proxy }: Pick<ExaminedTarget, 'caFile' | 'proxy'>,
): AsyncGenerator<Finding, boolean> {
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
    yield noAnswerFinding(API_CHECK, error);
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
const DIFFERS = 'ask the operator of the service; results may differ from validate and plan';

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

/** Beyond this, times that this machine writes are visibly wrong for the service's users. */
const SKEW_MS = 60_000;
const RATE_HEADER = /^x-rate-?limit/;

/** Compares this machine's clock with the service's, by its Date header. */
export function clock({ headers }: ApiResponse, nowMs: number): Finding {
  const date = Date.parse(String(headers['date'] ?? ''));
  if (Number.isNaN(date)) return skippedCheck('clock', 'the service sends no Date header');
  const skewMs = nowMs - date;
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  return Math.abs(skewMs) <= SKEW_MS
    ? pass('clock', `within ${Math.max(1, seconds)} s of the service's`)
    : warn(
        'clock',
        `this machine is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} the service`,
        'set the clock, best with NTP',
      );
}

function rateLimits({ headers }: ApiResponse): Finding {
  const found = Object.entries(headers).filter(([name]) => RATE_HEADER.test(name));
  return pass(
    'rate limits',
    found.length
      ? found.map(([name, value]) => `${name}: ${String(value)}`).join(', ')
      : 'the service states none; the documented limits are used',
  );
}

const SCOPE_CHECK = 'key scope';
const FULL = 'use a key of the app with scope fullAccess';

/** The requests that show what a key may do. */
type Probe = {
  /** The answer to a read. */
  readonly read: ApiResponse;
  /** Creates a group without fields, which every service refuses: because of the key or because of the fields. */
  readonly refusedWrite: () => Promise<ApiResponse>;
};

/** Checks that the key has the scope fullAccess, by a read and by a write that must be refused. */
export async function keyScope({ read, refusedWrite }: Probe): Promise<Finding> {
  const readError = apiError(read.body);
  if (readError) return judgedRead(readError.code, readError.message);
  const { status, body } = await refusedWrite();
  const error = apiError(body);
  if (error?.code === 'AUTH_ERR_NO_ACCESS')
    return fail(SCOPE_CHECK, 'the key can read but not write', FULL, 'auth');
  if (status === 400 && error)
    return pass(
      SCOPE_CHECK,
      'fullAccess: a read works, and an empty write is refused only because of its fields',
    );
  return warn(
    SCOPE_CHECK,
    `unknown: an empty write was answered with ${status} ${error?.code ?? ''}`.trim(),
    FULL,
  );
}

function judgedRead(code: string, message: string): Finding {
  if (code === 'AUTH_ERR_NO_ACCESS')
    return fail(SCOPE_CHECK, 'authOnly: this key can only create users and auth tokens', FULL, 'auth');
  if (code === 'AUTH_ERR_APIKEY_NOT_FOUND')
    return fail(
      SCOPE_CHECK,
      'the key does not belong to an app at this address; the key, the app or the region is wrong',
      'compare key, appId and region with the dashboard of the service',
      'auth',
    );
  if (/^(?:AUTH_ERR_|ERR_PLAN_|ERR_SUBSCRIPTION_)/.test(code))
    return fail(SCOPE_CHECK, `${code}: ${message}`, FULL, 'auth');
  return skippedCheck(SCOPE_CHECK, `unknown: a read was answered with ${code}`);
}

const API_CHECK = 'api';
/** Error codes for an app that the service does not know. */
const NO_APP = new Set(['AUTH_ERR_EMPTY_APPID', 'AUTH_ERR_INVALID_APPID']);

/** Checks that the answer comes from the service's API, under the right path. */
function api({ status, body, text, headers }: ApiResponse, url: URL): Finding {
  const code = apiError(body)?.code;
  const path = url.pathname;
  if (code === 'ERR_API_NOT_FOUND' || code === 'ERR_INVALID_API_VERSION')
    return fail(
      API_CHECK,
      `the service answers, but not under ${path} (${code})`,
      'the path of target.baseUrl ends in /v3',
    );
  if (status >= 300 && status < 400)
    return fail(
      API_CHECK,
      `the address redirects to ${String(headers['location'] ?? 'nowhere')}`,
      'use the new address if it is the service',
    );
  const isAnswer = code !== undefined || (status < 300 && isRecord(body) && Object.hasOwn(body, 'data'));
  if (!isAnswer)
    return fail(
      API_CHECK,
      `something else answers, status ${status}: ${excerptOf(text, body)}`,
      'check host and port of the target',
    );
  if (status >= 500)
    return fail(API_CHECK, `the service answers ${status} ${code}`, 'try again later', 'temporary');
  return pass(API_CHECK, `the service answers under ${path}`);
}

/** The finding for a request that ended without an answer. */
export function noAnswerFinding(check: string, error: unknown): Finding {
  if (error instanceof RunError) return failedBy(check, error);
  if (error instanceof RateHoldError) return fail(check, error.message, 'try again later', 'temporary');
  if (!(error instanceof TransportError)) throw error;
  if (error.fatal instanceof RunError) return failedBy(check, error.fatal);
  return fail(
    check,
    `no answer: ${error.message}`,
    'check the address, and whether the service is up',
    'temporary',
  );
}

function excerptOf(text: string | undefined, body: unknown): string {
  return (text ?? JSON.stringify(body) ?? 'nothing').replaceAll(/\s+/g, ' ').trim().slice(0, 80);
}

/** Checks that the service knows the app. */
export function app(response: ApiResponse, appId: string | undefined, region: string): Finding {
  const error = apiError(response.body);
  const named = appId === undefined ? 'the app of the address' : `app ${appId}, region ${region}`;
  if (error && NO_APP.has(error.code))
    return fail(
      'app',
      `${error.code}: ${error.message}`,
      'check target.appId, and whether the app is in this region',
    );
  return pass('app', named);
}
