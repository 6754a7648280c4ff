import { checkPermissions } from '../app/access-control.ts';
import type { App } from '../app/app.ts';
import type { Apps } from '../app/apps.ts';
import type { ManagementCredentials } from '../app/credentials.ts';
import { type RateLimitStatus, rateHeaders } from '../app/rate-limits.ts';
import type { ApiRoute } from '../app/route.ts';
import { DEFAULT_QUIRKS, type Quirks } from '../quirks/quirks.ts';
import type { User } from '../stores/user-store.ts';
import { ApiError, errorJson } from '../wire/api-error.ts';
import { readParams } from '../wire/param.ts';
import { FieldReader } from '../wire/validation.ts';
import { parseBody, readForm } from './request-body.ts';
import {
  checkContentType,
  checkKey,
  checkManagement,
  isManagementLogin,
  loginOf,
  namedActor,
} from './request-checks.ts';
import { type Match, Router } from './router.ts';

/** An HTTP request. */
export type HttpRequest = {
  readonly method: string;
  /** The undecoded path and query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
};

/** A complete answer. `error` is set if a bug made the handler fail. */
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly error?: unknown;
};

/** The reply of a refusal. Switches replace codes and statuses. */
export function errorReply(
  error: ApiError,
  headers: Readonly<Record<string, string>> = {},
  { codes, statuses, existsStatus, plainKeys }: Quirks = DEFAULT_QUIRKS,
): Reply {
  const code = codes.get(error.code) ?? error.code;
  const own = error.code.endsWith('_ALREADY_EXISTS') ? existsStatus : error.status;
  const status = statuses.get(code) ?? statuses.get(error.code) ?? own;
  const message = plainKeys ? error.plain : error.message;
  return { status, headers, body: `{"error":${errorJson(error, code, message)}}` };
}

/** The assumed start of the specification's deprecations, Unix seconds. No date is published. */
const DEPRECATED_SINCE = 1_735_689_600;

/** The header of a deprecated call: the form of RFC 9745, or the older one. */
const DEPRECATION = { date: `@${DEPRECATED_SINCE}`, true: 'true', none: undefined } as const;

type Headers = Record<string, string>;
/** A successful answer without its headers. */
type Success = Pick<Reply, 'status' | 'body'>;
type AuthorizedRequest = Match & { readonly app: App; readonly apiKey: string };

/**
 * Answers requests: route, key, rate limit, actor, query, body, handler. Every failure becomes the service's
 * error envelope.
 */
export class Responder {
  readonly #apps: Apps;
  readonly #management: ManagementCredentials;
  readonly #router: Router;

  /** `routes` is the API that is served. */
  constructor(apps: Apps, management: ManagementCredentials, routes: readonly ApiRoute[]) {
    this.#apps = apps;
    this.#management = management;
    this.#router = new Router(routes);
  }

  /** True if the credentials of a request open anything, so that its body is worth keeping. Never throws. */
  hasValidCredentials(headers: HttpRequest['headers']): boolean {
    const { apikey } = headers;
    try {
      if (typeof apikey === 'string' && this.#apps.ofKey(apikey).keys.scopeOf(apikey)) return true;
    } catch {
      // The answer reports a data file that cannot be read, as on a full disk.
      return true;
    }
    // A request may carry several credentials, and the call that it names decides which of them counts.
    return [loginOf(headers, 'headers'), loginOf(headers, 'basic')].some(
      (login) => login !== undefined && isManagementLogin(login, this.#management),
    );
  }

  /** Answers one request and stores its effects. Never throws. */
  reply(request: HttpRequest): Reply {
    return this.#toReply((headers) => {
      if (request.method === 'OPTIONS') return this.#methods(request, headers);
      const authorized = this.#authorize(request, request.url.split('?', 1)[0] ?? '');
      const { route, params, app, apiKey } = authorized;
      const deprecation = DEPRECATION[app.quirks.deprecation];
      if (route.replacedBy && deprecation) {
        headers['Deprecation'] = deprecation;
        headers['Link'] = successorLinks(route, app, params, request.headers['onbehalfof']);
      }
      if (!route.public) chargeRequest(app, route, apiKey, headers);
      return this.#answer(request, authorized, headers);
    });
  }

  /**
   * Answers a GET call of the first app without a key and without rate limits. Refuses everything else, and calls
   * that give more access than reading: keys, tokens and the management calls. Never throws.
   */
  read(request: HttpRequest): Reply {
    return this.#toReply((headers) => {
      if (request.method !== 'GET') {
        throw new ApiError('AUTH_ERR_NO_ACCESS', 'Only GET calls may be read.');
      }
      const match = this.#router.match('GET', request.url.split('?', 1)[0] ?? '');
      if (match.route.secrets || match.route.base === 'management') {
        throw new ApiError('AUTH_ERR_NO_ACCESS', 'Keys, tokens and management calls may not be read.');
      }
      return this.#answer(request, { ...match, app: this.#apps.main, apiKey: '' }, headers);
    });
  }

  /** Names the methods of a path. A preflight of a browser has no key, so none is needed. */
  #methods({ url, headers: given }: HttpRequest, headers: Headers): Success {
    const { calls } = this.#apps.addressed(given);
    headers['Allow'] = this.#router.methodsOf(url.split('?', 1)[0] ?? '', calls).join(', ');
    return { status: 204, body: '' };
  }

  /** Finds the route, and the app that the request's credentials open. */
  #authorize({ method, headers }: HttpRequest, path: string): AuthorizedRequest {
    const { app, calls } = this.#apps.addressed(headers);
    const match = this.#router.match(method === 'HEAD' ? 'GET' : method, path, calls);
    if (match.route.public) return { ...match, app: app ?? this.#apps.main, apiKey: '' };
    if (match.route.base === 'management') {
      checkManagement(loginOf(headers, match.route.login), this.#management);
      return { ...match, app: this.#apps.main, apiKey: '' };
    }
    const { apikey } = headers;
    if (typeof apikey !== 'string' || apikey === '') {
      throw new ApiError('AUTH_ERR_EMPTY_APIKEY', 'The key is missing. Please send the header apikey.');
    }
    const owner = app ?? this.#apps.ofKey(apikey);
    checkKey(owner, match.route, apikey);
    return { ...match, app: owner, apiKey: apikey };
  }

  #answer(
    request: HttpRequest,
    { route, params, app, apiKey }: AuthorizedRequest,
    headers: Headers,
  ): Success {
    app.db.settle();
    const actor = namedActor(app, route, request.headers['onbehalfof']);
    if (actor) chargeUser(app, route, actor, apiKey, headers);
    const mark = request.url.indexOf('?');
    const query = readParams(
      route.query,
      new URLSearchParams(mark === -1 ? '' : request.url.slice(mark + 1)),
    );
    checkContentType(app, route, request);
    const { text: bodyText, fields: given } = route.body?.form
      ? { text: '', fields: readForm(request.headers['content-type'], request.body) }
      : parseBody(request.body, route.body?.parse);
    const body = route.body?.read(new FieldReader(given));
    const call = { app, apps: this.#apps, params, query, body, given, bodyText, actor, apiKey };
    checkPermissions(route, call);
    // The import has its own transaction, because after one of its failures the written rows must stay.
    const answer =
      route.method === 'GET' || route.rate === 'import'
        ? route.answer(call)
        : app.db.transaction(() => route.answer(call));
    const status = route.creates ? 201 : 200;
    if (answer.whole !== undefined) {
      Object.assign(headers, answer.headers);
      return { status, body: answer.whole };
    }
    if (answer.meta === undefined) return { status, body: `{"data":${answer.data}}` };
    const meta = app.quirks.totalZero ? answer.meta.replace(/"total":\d+/, '"total":0') : answer.meta;
    return { status, body: `{"data":${answer.data},"meta":${meta}}` };
  }

  #toReply(work: (headers: Headers) => Success): Reply {
    const headers: Headers = {};
    const { quirks } = this.#apps.main;
    try {
      return { ...work(headers), headers };
    } catch (error) {
      if (error instanceof ApiError) return errorReply(error, headers, quirks);
      const failure = new ApiError('ERR_EXCEPTION', 'Something went wrong while processing the request.');
      return { ...errorReply(failure, headers, quirks), error };
    }
  }
}

/** The refusal of a request beyond its budget. */
function tooManyRequests(rateClass: string, limit: number, retryAfter: number): ApiError {
  return new ApiError(
    'ERR_TOO_MANY_REQUESTS',
    `Too many requests for the ${rateClass} API. At most ${limit} per minute are allowed; ` +
      `please retry after ${retryAfter} seconds.`,
  );
}

function charge({ quirks }: App, status: RateLimitStatus | undefined, name: string, headers: Headers): void {
  if (!status) return;
  Object.assign(headers, rateHeaders(status, quirks.rateHeaders));
  if (status.refused) throw tooManyRequests(name, status.limit, status.retryAfter);
}

/** Counts a request against the budget of its class. Whose budget that is, two switches say. */
function chargeRequest(app: App, route: ApiRoute, apiKey: string, headers: Headers): void {
  const { limits, quirks } = app;
  const { rate, path } = route;
  const own = rate === 'import' && quirks.importBudget === 'each' ? path : '';
  charge(app, limits.take(rate, `${own} ${quirks.budget === 'key' ? apiKey : ''}`), rate, headers);
}

/**
 * Counts a request against a limit of its acting user. Documented for messages: 30 a minute and auth token. This API
 * takes keys instead of tokens, so it is assumed that the limit is for the acting user; `senderlimit` changes that.
 */
function chargeUser(
  app: App,
  { perUser, summary }: ApiRoute,
  { uid }: User,
  apiKey: string,
  headers: Headers,
): void {
  const { limits, quirks } = app;
  if (!perUser || (perUser === 'sender' && quirks.senderLimit === 'none')) return;
  const who = perUser === 'sender' && quirks.senderLimit === 'key' ? `key ${apiKey}` : uid;
  charge(app, limits.takeUser(perUser, who), `${summary} (per user)`, headers);
}

const SUCCESSOR_BASE = '/v3';

/**
 * The `Link` header of a deprecated call (RFC 5829): the paths that replace it. They name what the request is about where
 * that is known; else their braces are encoded, because a link is a URI.
 * @param actor uid of the acting user, as the request has it
 */
function successorLinks(
  { replacedBy = [] }: ApiRoute,
  app: App,
  params: Readonly<Record<string, string>>,
  actor: string | string[] | undefined,
): string {
  const paths = replacedBy.map((call) => call.replace(/^[A-Z]+ /, ''));
  const ids = idsOf(app, params['conversationId'] ?? '', String(actor).toLowerCase());
  const filled = paths.map((path) => path.replaceAll(/\{(\w+)\}/g, (all, name: string) => ids[name] ?? all));
  const own = filled.filter((path) => !path.includes('{'));
  return (own.length > 0 ? own : paths)
    .map((path) => `<${encodeURI(SUCCESSOR_BASE + path)}>; rel="successor-version"`)
    .join(', ');
}

/** The other side of a conversation, by the name that paths have for it. */
function idsOf(app: App, id: string, actor: string): Readonly<Record<string, string>> {
  const [found] = app.conversations.resolve(id).flatMap((seq) => app.conversations.get(seq) ?? []);
  if (found?.kind === 'group') return { guid: found.peerA };
  const peers = found ? [found.peerA, found.peerB] : [];
  const peer = peers.includes(actor) ? peers.find((uid) => uid !== actor) : undefined;
  return peer === undefined ? {} : { uid: peer };
}
