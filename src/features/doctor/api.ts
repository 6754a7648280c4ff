import { RunError } from '../../errors/run-error.ts';
import { RateHoldError } from '../../service/transport/limiter.ts';
import { type ApiResponse, apiError, isRecord, TransportError } from '../../service/transport/transport.ts';
import { type Finding, fail, failedBy, pass } from './finding.ts';

const CHECK = 'api';
/** Error codes for an app that the service does not know. */
const NO_APP = new Set(['AUTH_ERR_EMPTY_APPID', 'AUTH_ERR_INVALID_APPID']);

/** Checks that the answer comes from the service's API, under the right path. */
export function api({ status, body, text, headers }: ApiResponse, url: URL): Finding {
  const code = apiError(body)?.code;
  const path = url.pathname;
  if (code === 'ERR_API_NOT_FOUND' || code === 'ERR_INVALID_API_VERSION')
    return fail(
      CHECK,
      `the service answers, but not under ${path} (${code})`,
      'the path of target.baseUrl ends in /v3',
    );
  if (status >= 300 && status < 400)
    return fail(
      CHECK,
      `the address redirects to ${String(headers['location'] ?? 'nowhere')}`,
      'use the new address, if it is the service',
    );
  const isAnswer = code !== undefined || (status < 300 && isRecord(body) && Object.hasOwn(body, 'data'));
  if (!isAnswer)
    return fail(
      CHECK,
      `something else answers, status ${status}: ${excerptOf(text, body)}`,
      'check host and port of the target',
    );
  if (status >= 500)
    return fail(CHECK, `the service answers ${status} ${code}`, 'try again later', 'temporary');
  return pass(CHECK, `the service answers under ${path}`);
}

/** The finding for a request that ended without an answer. */
export function unanswered(error: unknown): Finding {
  if (error instanceof RunError) return failedBy(CHECK, error);
  if (error instanceof RateHoldError) return fail(CHECK, error.message, 'try again later', 'temporary');
  if (!(error instanceof TransportError)) throw error;
  if (error.fatal) return failedBy(CHECK, error.fatal);
  return fail(
    CHECK,
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
