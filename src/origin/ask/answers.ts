import { RunError } from '../../errors/run-error.ts';
import { writtenJson } from '../../input/json/parse-json.ts';
import { bufferOf, shownText } from '../../service/transport/answer.ts';
import {
  type ApiRequest,
  type ApiResponse,
  isRecord,
  type Layer,
  TransportError,
} from '../../service/transport/transport.ts';
import {
  type Origin,
  type OriginAnswer,
  OriginError,
  type OriginFault,
  type OriginRequest,
} from '../origin.ts';

const REDIRECTS_MAX = 5;
/** After so many attempts a request is given up, if others are answered meanwhile. */
const TRIES_MAX = 6;
/** After so many it is asked whether others are answered. */
const TRIES_UNTIL_DOUBT = 2;
/** Statuses that the layer above repeats by itself. */
const REPEATED = new Set([500, 502, 503, 504]);
/** Statuses below 500 that say as much of the server alone. */
const OF_SERVERS = new Set([408, 425]);
const QUOTED_CHARS = 200;

/** True for a status that says nothing of the request. */
const isOfServer = (status: number): boolean => status >= 500 || OF_SERVERS.has(status);

/**
 * Reads an answer; whole numbers keep all their digits.
 * @param address of the request, without secrets
 * @throws OriginError; RunError `PULL.AUTH`
 */
export function answerOf(
  response: ApiResponse,
  { method = 'GET', repeatable = true }: Pick<OriginRequest, 'method' | 'repeatable'>,
  origin: Origin,
  address: string,
): OriginAnswer {
  const { status } = response;
  const isEmpty = method !== 'GET' && (response.bytes?.length ?? 0) === 0;
  const body = isEmpty ? {} : bodyOf(response);
  const said = (): string => `${address} answers ${status}${quoted(body, response)}`;
  if (status === 401 || (status >= 400 && origin.isKeyRefused?.(status, body)))
    throw new RunError('PULL.AUTH', `${origin.label} refuses the key: ${said()}`);
  const code = codeOf(body);
  if (status < 200 || status >= 300) {
    const isInDoubt = !repeatable && isOfServer(status);
    const fault = origin.isGone?.(status, body) ? 'gone' : isInDoubt ? 'unanswered' : faultOf(status);
    throw new OriginError(fault, said(), { status, code });
  }
  if (!isRecord(body)) {
    const what = body === undefined ? `what is no JSON${quoted(body, response)}` : 'JSON that is no object';
    throw new OriginError('form', `${address} answers ${status} with ${what}`, { status });
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : value,
  ]);
  return { status, headers: Object.fromEntries(headers), body };
}

function faultOf(status: number): OriginFault {
  if (status === 403) return 'forbidden';
  // Whoever stands before the system answers so as well: nothing was deleted by that.
  return status < 400 || status === 404 || status === 410 ? 'form' : 'refused';
}

function bodyOf({ bytes = new Uint8Array() }: ApiResponse): unknown {
  try {
    return writtenJson(bufferOf(bytes).toString());
  } catch {
    return undefined;
  }
}

/** The code of an error, as systems write it: a number or a word. */
function codeOf(body: unknown): string | undefined {
  const code = isRecord(body) && Object.hasOwn(body, 'code') ? body['code'] : undefined;
  if (typeof code !== 'number' && typeof code !== 'string') return undefined;
  return String(code).slice(0, QUOTED_CHARS);
}

/** The words of the system, for people. */
function quoted(body: unknown, response: ApiResponse): string {
  const message = isRecord(body) ? body['message'] : undefined;
  const text = typeof message === 'string' ? message : shownText(response.bytes ?? new Uint8Array());
  const code = codeOf(body);
  const shown = text.replaceAll(/\s+/g, ' ').trim().slice(0, QUOTED_CHARS);
  return `${code === undefined ? '' : ` (${code})`}${shown === '' ? '' : `: ${shown}`}`;
}

/** Follows redirects to the same host. @throws RunError `PULL.HOST` */
export function redirects(host: string): Layer {
  return (next) => async (request, signal) => {
    let asked = request;
    for (let count = 0; ; count++) {
      const response = await next(asked, signal);
      const path = pathAfter(response, asked, host);
      if (path === undefined) return response;
      if (count === REDIRECTS_MAX)
        throw new OriginError(
          'form',
          `${shownPath(host, request)} leads on more than ${REDIRECTS_MAX} times`,
          {
            status: response.status,
          },
        );
      asked = { ...request, path };
    }
  };
}

/** The path that an answer leads on to, on the same host; undefined if it does not. */
function pathAfter({ status, headers }: ApiResponse, asked: ApiRequest, host: string): string | undefined {
  // A body is sent again only where that is asked for.
  const follows = asked.method === 'GET' ? [301, 302, 303, 307, 308] : [307, 308];
  const [location] = [headers['location'] ?? []].flat();
  if (location === undefined || status < 300 || status >= 400) return undefined;
  const base = host + asked.path;
  const url = URL.canParse(location, base) ? new URL(location, base) : undefined;
  if (url?.origin !== host || url.username !== '' || url.password !== '')
    throw new RunError(
      'PULL.HOST',
      `${shownPath(host, asked)} leads on to ${url?.host ? `the host ${url.protocol}//${url.host}` : 'no address'}; the key is not sent there`,
    );
  return follows.includes(status) ? url.pathname + url.search : undefined;
}

const shownPath = (host: string, { path }: ApiRequest): string =>
  `${host}${path.split('?', 1)[0]?.slice(0, QUOTED_CHARS)}`;

/**
 * Counts attempts of a request that fail while others are answered: it alone is at fault, and does not hold up all. An answer
 * that is too large is not asked for again.
 * @param inDoubt asks for something else, if nothing else was answered meanwhile
 * @throws OriginError
 */
export function unanswered(host: string, inDoubt: () => void): Layer {
  const failed = new WeakMap<ApiRequest, { count: number; readonly from: number }>();
  let good = 0;
  const failure = (request: ApiRequest, status: number | undefined, why: string): void => {
    const failures = failed.get(request) ?? { count: 0, from: good };
    failures.count++;
    failed.set(request, failures);
    if (failures.count >= TRIES_UNTIL_DOUBT && good === failures.from) inDoubt();
    if (failures.count < TRIES_MAX || good === failures.from) return;
    const message = `${shownPath(host, request)} has failed ${failures.count} times, and other requests are answered: ${why}`;
    throw new OriginError('refused', message, status === undefined ? {} : { status });
  };
  return (next) => async (request, signal) => {
    let response: ApiResponse;
    try {
      response = await next(request, signal);
    } catch (error) {
      if (!(error instanceof TransportError) || error.fatal || signal.aborted) throw error;
      if (error.cause instanceof RangeError)
        throw new OriginError('form', `${shownPath(host, request)}: ${error.message}`);
      failure(request, undefined, error.message);
      throw error;
    }
    const { status } = response;
    if (isOfServer(status)) failure(request, status, `status ${status}`);
    else if (status !== 429) good++;
    if (status >= 500 && !REPEATED.has(status))
      throw new TransportError(`the answer has the status ${status}`, { maybeSent: true });
    return response;
  };
}
